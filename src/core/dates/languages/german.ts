import { type DateLanguage, dash, latinScript, words } from './language.ts'

const month = '(?:{month}|{shortMonth})\\.?'
const inYear = '(?:,? {year}|,? (?:(?:des|im) )?{yearsAgo})?'

const weekdays = words('montag dienstag mittwoch donnerstag freitag samstag sonntag')
const months = ['januar', 'februar', 'märz maerz', ...words('april mai juni juli august september oktober november dezember')]
const partOfDay = 'morgen|vormittag|nachmittag|abend'

export const german: DateLanguage = {
  code: 'de',
  script: latinScript,
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
    ...words('sechs sieben acht neun zehn elf zwölf'),
  ],
  units: { day: 'tag tage tagen', week: 'woche wochen', month: 'monat monate monaten', year: 'jahr jahre jahren' },
  periods: {
    daysAgo: ['heute', 'gestern', 'vorgestern'],
    weekendsAgo: ['(?:am|dieses) wochenende', 'letzte[sn] wochenende'],
    weeksAgo: ['diese(?:r)? woche', '(?:der )?(?:letzte|vorige|vergangene)[nr]? woche', 'vorletzte woche'],
    monthsAgo: ['diese[nm] monat', '(?:letzten|letzter|vorigen|vergangenen) monat'],
    yearsAgo: ['diese[sm] jahr', '(?:(?:letzte|vorige|vergangene)[sn]|vorige[ns]) jahr(?:es)?'],
  },
  phrases: {
    noPastDay: [
      // After another day, it is the end of a range: "von Montag bis Freitag".
      `(?<!(?:${[...weekdays, ...months].join(' ').replaceAll(' ', '|')}|\\d\\.?)(?: (?:${partOfDay}))? )bis (?:(?:zum|spätestens) )?{weekday}`,
      '(?:nächste[nrs]?|kommende[nrs]?) (?:{weekday}|{unit}|wochenende|{month}|{shortMonth})',
      '(?:jede[nrs]?) (?:{weekday}|{unit}|wochenende)',
      '(?:heute|{weekday}) in {count} {unit}',
      // "Here", which is "yesterday" in French.
      'hier',
    ],
    datesInMonth: [
      `(?:(?:von|vom) )?{firstDate}\\.?(?: bis (?:(?:zum|einschließlich) )?|${dash}){date}\\.? ${month}${inYear}`,
      `zwischen (?:dem )?{firstDate}\\.? und (?:dem )?{date}\\.? ${month}${inYear}`,
    ],
    months: [`(?:von|zwischen) {firstMonth} (?:bis|und) {month}${inYear}`, `{firstMonth}(?: bis |${dash}){month} {year}`],
    date: [`{date}\\.? ${month}${inYear}`, `${month} {date}(?:,? {year})?`],
    weekdayOfWeek: ['{weekday} {weeksAgo1}', '{weeksAgo1} (?:am )?{weekday}'],
    weekdayOfThisWeek: ['diesen {weekday}'],
    weekday: ['(?:(?:am|letzten|vorigen|vergangenen) )?{weekday}'],
    ago: ['vor {count} {unit}'],
    lately: ['(?:(?:die|den|der) )?letzten {count} {unit}'],
    lastNight: ['(?:letzte|vergangene|vorige) nacht'],
    month: [
      `${month} {year}`,
      `(?:im )?${month},? (?:(?:des|im) )?{yearsAgo}`,
      `{yearsAgo},? im ${month}`,
      `(?:im|seit|anfang|mitte|ende|letzten) ${month}`,
    ],
    year: ['(?:im jahr|seit) {year}'],
  },
  connectors: {
    article: 'dem|der|den',
    since: 'seit',
    from: 'zwischen|von|vom',
    to: 'und|bis|bis zum',
    partOfDay,
    before: 'vor|vorm',
    after: 'nach',
  },
  beforeDate: 'am',
  pastWords: 'letzte letzten letztes vergangenen vorigen',
  frequentWords:
    'ich wir du er sie es und ist sind war nicht habe haben hast hat wurde wird was wer wie wo das der die ein eine auf steht mit zu',
}
