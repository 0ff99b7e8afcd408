// The memory of the gate. A suite that failed and passed on its rerun goes into flaky-suites.json, once, with a reason and an owner, and must be
// repaired within 14 days.
export const maxAgeDays = 14;

const msPerDay = 24 * 60 * 60 * 1000;

/** Entries are `{suite, firstSeen: 'YYYY-MM-DD', reason, owner}`; `today` has the same form. */
export function ledgerFaults(entries, today, suiteExists) {
  const suites = entries.map(({ suite }) => suite);
  return entries.flatMap(({ suite, firstSeen, reason, owner }, index) => {
    const ageDays = (Date.parse(today) - Date.parse(firstSeen)) / msPerDay;
    return [
      ...(suites.indexOf(suite) === index ? [] : [`${suite} is listed twice: repair it`]),
      ...(/^\d{4}-\d\d-\d\d$/.test(firstSeen) && ageDays >= 0 ? [] : [`${suite} needs a firstSeen date that is not in the future`]),
      ...(ageDays > maxAgeDays ? [`${suite} has been flaky since ${firstSeen}, longer than ${maxAgeDays} days: repair it`] : []),
      ...(reason && owner ? [] : [`${suite} needs a reason and an owner`]),
      ...(suiteExists(suite) ? [] : [`${suite} does not exist: remove its entry`]),
    ];
  });
}

/** Splits suites that passed only on their rerun: the first time is tolerated and needs an entry, the second time fails the gate. */
export function judgeFlakySuites(entries, flakySuites, today) {
  const isListed = (suite) => entries.some((entry) => entry.suite === suite);
  return {
    repeated: flakySuites.filter(isListed),
    newEntries: flakySuites
      .filter((suite) => !isListed(suite))
      .map((suite) => ({ suite, firstSeen: today, reason: 'what the failure looked like', owner: 'who repairs it' })),
  };
}
