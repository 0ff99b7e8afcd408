/** Words and phrases that lists of stolen passwords are made of, in English and German. At least four letters each. */
export const commonWords: readonly string[] = `
  pass password passwort passphrase kennwort passcode word secret geheim private privat access login logon signin anmelden
  admin administrator root user username benutzer guest gast test tester testing temp temporary default standard system service server
  master manager support office computer internet network database oracle cisco windows microsoft apple google samsung facebook linux
  demo sample example beispiel change changeme changeit please bitte letmein open sesame whatever nothing none null enter
  welcome willkommen hello hallo goodbye tschuess servus moin
  company firma business shop store online backup security secure sicher safe super hyper mega ultra
  iloveyou loveyou lovely love liebe ichliebedich schatz schatzi baby babygirl honey sweet sweetie angel engel princess prinzessin prince
  queen king koenig lucky glueck happy smile forever family familie friend friends freunde freund mother mutter father vater
  football fussball soccer baseball basketball hockey tennis golf sport team player gamer game games liverpool arsenal chelsea bayern
  schalke borussia dortmund yankees cowboys steelers ferrari porsche mercedes mustang corvette harley
  monkey dragon tiger lion eagle falcon wolf bear horse puppy kitty katze hund hundchen butterfly dolphin chicken turtle shark
  shadow hunter killer ninja pirate warrior wizard phoenix matrix starwars pokemon batman superman spiderman ironman naruto minecraft
  sunshine sonnenschein rainbow star stars stern moon mond earth fire feuer water wasser storm thunder diamond silver golden purple
  orange yellow green blue black white schwarz weiss flower flowers blume cookie chocolate cheese banana apfel pepper coffee
  summer sommer winter spring fruehling autumn herbst january januar february februar march maerz april juni july juli august september
  october oktober november december dezember monday montag tuesday dienstag wednesday mittwoch thursday donnerstag friday freitag saturday
  samstag sunday sonntag christmas weihnachten easter ostern
  michael jordan daniel thomas andreas stefan stephanie alexander maximilian andrew joshua matthew robert charlie jennifer jessica
  michelle nicole ashley amanda hannah sophie anna maria george william james david martin peter frank klaus jesus christ blessed
  america england london berlin germany deutschland austria oesterreich schweiz europe texas paris
  trustno freedom power energy magic music musik guitar dance movie hollywood rockstar
  fuckyou asshole bitch ihateyou something anything qwer asdf yxcv zxcv abcd
`
  .trim()
  .split(/\s+/);
