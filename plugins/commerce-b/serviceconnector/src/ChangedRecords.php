<?php

namespace ServiceConnector;

/** The records that one request has changed: each once, whatever number of hooks told of it. */
final class ChangedRecords
{
    public const TYPES = ['customers', 'orders', 'products'];

    /** @var array<string, array{0: string, 1: int, 2: bool, 3: int, 4?: true}> */
    private $records = [];

    /**
     * @param int $shop The only shop that has the record. 0: maybe several.
     * @param bool $isNew Also when another record had its id before, as after an import that keeps ids
     */
    public function add(string $type, int $id, bool $isDeleted = false, int $shop = 0, bool $isNew = false): void
    {
        if ($id > 0 && in_array($type, self::TYPES, true)) {
            $known = $this->records["$type $id"] ?? [$type, $id, false, 0];
            // Parts of a deleted record may be deleted after it.
            $isGone = $isDeleted || ($known[2] && !$isNew);
            $isNew = !$isGone && ($isNew || isset($known[4]));
            $this->records["$type $id"] = array_merge([$type, $id, $isGone, $shop ?: $known[3]], $isNew ? [true] : []);
        }
    }

    public function count(): int
    {
        return count($this->records);
    }

    /** @return list<array{0: string, 1: int, 2: bool, 3: int, 4?: true}> Type, id, whether it is deleted, shop, whether it is new. Empties this. */
    public function take(): array
    {
        $records = array_values($this->records);
        $this->records = [];

        return $records;
    }
}
