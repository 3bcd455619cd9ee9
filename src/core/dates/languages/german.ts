import { type DateLanguage, dash, words } from './language.ts'

const month = '(?:{month}|{shortMonth})\\.?'
const partsOfDay = words('früh morgen vormittag mittag nachmittag abend nacht')
const ones = words('ein zwei drei vier fünf sechs sieben acht neun')
const teens = words('zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn')

/** Returns the forms of an ordinal number. */
const ordinal = (stem: string): string => ['n', '', 'r', 's'].map((ending) => `${stem}e${ending}`).join(' ')

/** "I am 20." and "at 10 AM" are English. */
const am = '(?<!i |\\d ?)am[\\t\\x20]+'
const inYear = '(?:,? {year}|,? (?:(?:des|im) )?{yearsAgo})?'

const dayNames = ['montag', 'dienstag', 'mittwoch', 'donnerstag', 'freitag', 'samstag sonnabend', 'sonntag']
/** "Dienstagabend" is one word. */
const weekdays = dayNames.map((names) =>
  words(names)
    .flatMap((name) => [name, ...partsOfDay.flatMap((part) => [name + part, `${name}${part}s`])])
    .join(' '),
)
const months = ['januar', 'februar', 'märz maerz', ...words('april mai juni juli august september oktober november dezember')]
const next = '(?:(?:über)?nächste[nmrs]?|kommende[nmrs]?|folgende[nmrs]?)'
const every = '(?:(?:jede[nrsm]?|alle) (?:(?:{ordinal}|{number}\\.|einzelne[nrs]?|{count}) )?)'
const partOfDay = 'morgen|vormittag|nachmittag|abend'

export const german: DateLanguage = {
  code: 'de',
  // "3.11." is German, even alone.
  script: /[a-z]|\d\.\d{1,2}\./i,
  weekdays,
  months,
  shortMonths: ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct okt', 'nov', 'dec dez'],
  counts: [
    'null',
    'ein eine einem einen einer',
    'zwei',
    'drei paar ein_paar',
    'vier',
    'fünf',
    ...words('sechs sieben acht neun'),
    ...teens,
    'zwanzig',
    ...ones.map((one) => `${one}undzwanzig`),
    'dreißig dreissig',
    'einunddreißig einunddreissig',
  ],
  dates: [
    '',
    ...words('erst zweit dritt viert fünft sechst siebt acht neunt').map(ordinal),
    ...teens.map((teen) => ordinal(`${teen}t`)),
    ordinal('zwanzigst'),
    ...ones.map((one) => ordinal(`${one}undzwanzigst`)),
    ordinal('dreißigst'),
    ordinal('einunddreißigst'),
  ],
  withinNumber: '[a-z]{0,14}(?:hundert|tausend|(?:vier|fünf|sech|sieb|acht|neun)zig|(?<!ein)unddrei(?:ß|ss)ig)[a-z]{0,16}(?: und)?',
  units: { day: 'tag tage tagen', week: 'woche wochen', month: 'monat monate monaten', year: 'jahr jahre jahren' },
  spans: [['einem_halben_jahr', 6, 'month']],
  periods: {
    daysAgo: ['heute', 'gestern', 'vorgestern'],
    weekendsAgo: ['(?:am|dieses) wochenende', 'letzte[sn] wochenende', 'vorletzte[sn] wochenende'],
    weeksAgo: ['diese(?:r)? woche', '(?:der )?(?:letzte|vorige|vergangene)[nr]? woche', '(?:der )?vorletzten? woche'],
    monthsAgo: ['diese[nm] monat', '(?:letzten|letzter|vorigen|vergangenen) monat', 'vorletzten monat'],
    yearsAgo: ['diese[sm] jahr', '(?:(?:letzte|vorige|vergangene)[sn]|vorige[ns]) jahr(?:es)?', 'vorletzte[sn] jahr(?:es)?'],
  },
  phrases: {
    noPastDay: [
      // After another day, it is the end of a range: "von Montag bis Freitag".
      `(?<!(?:${[...dayNames, ...months].join(' ').replaceAll(' ', '|')}|\\d\\.?)(?: (?:${partOfDay}))? )bis (?:(?:zum|spätestens) )?{weekday}`,
      `(?:am )?{weekday},? (?:(?:der|in der|des) )?${next} (?:woche|monats)`,
      `${next} woche,? (?:am )?{weekday}`,
      '(?:heute|(?:am )?{weekday}),? in {about}(?:{count} {unit}|{span})',
      'in {about}(?:{count} {unit}|{span}),? am {weekday}',
      `(?:(?:am )?{number}\\. )?${month} (?:des )?nächsten jahres`,
      `nächste[sn] jahr,? (?:im|am) (?:{number}\\. )?${month}`,
      `${next} (?:{weekday}|{unit}|wochenende|{month}|{shortMonth})`,
      `(?:an )?${every}{weekday}(?:,? (?:und|oder|sowie) {weekday})*`,
      `${every}{week},? (?:immer )?(?:am )?{weekday}`,
      `${every}{unit},? (?:immer )?am {number}\\.`,
      `(?:am )?(?:{number}\\.|{weekday}) (?:(?:eines )?jede[snr]|im) (?:{ordinal} )?(?:{unit}|monats)`,
      `${every}(?:{unit}|wochenende|{month})|jede[nr] {number}\\.(?: des monats| im monat| ${month})?`,
      `(?:vom|zwischen dem) {number}\\. (?:bis|und) (?:(?:zum|dem) )?{number}\\.(?!{end}|\\d| ?(?:${month}|{monthNumber}\\.|(?:(?:des|vom) )?{monthsAgo}))`,
      'monatlich am {number}\\.|immer (?:am )?{weekday}',
      'vor {about}{greater} {unit},? (?:am )?(?:{weekday}|{daysAgo})',
      '(?:(?:am )?{weekday}|{daysAgo}),? vor {about}{greater} {unit}',
      // "Here", which is "yesterday" in French.
      'hier',
    ],
    datesInMonth: [
      `(?:(?:von|vom) )?{firstDate}\\.?(?: bis (?:(?:zum|einschließlich) )?|${dash}){date}\\.? ${month}${inYear}`,
      `zwischen (?:dem )?{firstDate}\\.? und (?:dem )?{date}\\.? ${month}${inYear}`,
    ],
    months: [`(?:von|zwischen) {firstMonth} (?:bis|und) {month}${inYear}`, `{firstMonth}(?: bis |${dash}){month} {year}`],
    date: [`{number}\\.? ${month}${inYear}`, `{ordinal} {month}${inYear}`, `${month} {number}(?:,? {year}|{end})`],
    // Without such a word before it, "3.11." can be the number of a chapter or a version.
    numericDate: [
      '(?:am )?{weekday},? (?:(?:den|dem|der) )?{number}\\.{monthNumber}\\.(?!\\d)',
      `(?:${am}|(?<=(?:vom|dem|den|zum) )){number}\\.{monthNumber}\\.(?!\\d)`,
      `(?:${am}|{weekday},? ){number}\\.{monthNumber}{end}`,
      `(?:${am}|{weekday},? ){number}/{monthNumber}{end}`,
      '(?<=(?:^|[:,;\\(]) ?){number}\\.{monthNumber}\\.{end}',
    ],
    daysOfMonth: [
      `(?:vom|von dem) (?=\\d){firstDate}\\.(?: bis (?:(?:zum|einschließlich) )?|${dash}){number}\\.(?: (?:(?:des|vom) )?{monthsAgo}s?)?{end}`,
      'zwischen dem (?=\\d){firstDate}\\. und (?:dem )?{number}\\.(?: (?:(?:des|vom) )?{monthsAgo}s?)?{end}',
    ],
    dateInMonth: ['(?:am )?{number}\\. (?:(?:des|im|vom) )?{monthsAgo}s?'],
    weekdayDate: ['(?:am )?{weekday},? (?:(?:den|dem|der) )?{number}\\.{end}', '(?:am )?{weekday},? (?:den|dem|der) {ordinal}{end}'],
    sameDayAgo: ['(?:genau )?{daysAgo},? vor {about}(?:{count} {unit}|{span})', 'vor (?:genau )?(?:{count} {unit}|{span}),? {daysAgo}'],
    weekdaysAgo: ['(?:(?:am|den|dem) )?vorletzte[nrm]? {weekday}', 'vor {count} {weekday}e?n'],
    weekdayOfWeek: [
      '(?:am )?{weekday} (?:der |in der )?{weeksAgo}',
      '{weeksAgo},? (?:am )?{weekday}',
      '(?:am )?{weekday} vor {about}{count} {week}',
      'vor {about}{count} {week},? (?:am )?{weekday}',
    ],
    weekdayOfThisWeek: ['diesen {weekday}'],
    weekday: ['(?:(?:am|letzte[nm]|vorige[nm]|vergangene[nm]) )?{weekday}'],
    ago: ['vor {about}(?:{count} {unit}|{span})'],
    lately: ['(?:(?:die|den|der) )?letzten {count} {unit}'],
    lastNight: ['(?:letzte|vergangene|vorige) nacht'],
    month: [
      `${month} {year}`,
      `(?:im )?${month},? (?:(?:des|im) )?{yearsAgo}`,
      `{yearsAgo},? im ${month}`,
      `(?:im|seit|anfang|mitte|ende|letzten) ${month}`,
    ],
    year: ['(?:im jahr|seit) {year}'],
    dayOfMonth: [`(?:${am}|(?<=(?:vom|seit dem) )){number}\\.{end}`],
  },
  connectors: {
    article: 'dem|der|den',
    since: 'seit|ab',
    from: 'zwischen|von|vom',
    to: 'und|bis|bis zum',
    partOfDay,
    before: 'vor|vorm',
    after: 'nach',
  },
  about: 'etwa|ungefähr|circa|ca\\.?|rund|gut|knapp|fast|genau|zirka',
  // Function words, and verbs such as "besprochen", which stand at the end.
  afterDay:
    'viel|bis|um|in|im|mit|über|bei|zu|wir|ich|du|er|sie|es|was|wer|habe|haben|hast|hat|war|waren|ist|(?:ge|be|er|ent|ver|ab|an|auf|aus|ein|mit|vor)[a-z]+(?:t|en)',
  beforeDate: 'am',
  pastWords: 'letzte letzten letztes vergangenen vorigen',
  frequentWords:
    'ich wir du er sie es und ist sind war nicht habe haben hast hat wurde wird was wer wie wo das der die ein eine auf steht mit zu',
}
