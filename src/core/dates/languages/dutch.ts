import { type DateLanguage, dash, latinScript, words } from './language.ts'

const partsOfDay = words('ochtend morgen middag namiddag avond nacht')
const ones = words('een twee drie vier vijf zes zeven acht negen')
const fromFour = [
  ...words('vier vijf zes zeven acht negen tien elf twaalf dertien veertien vijftien zestien zeventien achttien negentien twintig'),
  ...ones.map((one) => `${one}${one.endsWith('e') ? 'ën' : 'en'}twintig`),
  'dertig',
  'eenendertig',
]
const ordinals = words('eerste tweede derde vierde vijfde zesde zevende achtste negende tiende elfde twaalfde')
const next = '(?:volgende?|komende?|aanstaande|aankomende?)'
const every = '(?:elke?|iedere?|om de)(?: (?:andere|tweede|derde|vierde|{count}))?'
/** "3e", "20ste". */
const ending = '(?:e|ste|de)'
const inYear = '(?:,? {year}|,? (?:van )?{yearsAgo})?'
const month = '(?:{month}|{shortMonth}\\.?)'
const last = '{date}(?:e|ste|de)?'
const first = '{firstDate}(?:e|ste|de)?'

export const dutch: DateLanguage = {
  code: 'nl',
  script: latinScript,
  // "Dinsdagavond" is one word.
  weekdays: words('maandag dinsdag woensdag donderdag vrijdag zaterdag zondag').map((name) =>
    [name, ...partsOfDay.map((part) => name + part)].join(' '),
  ),
  months: words('januari februari maart april mei juni juli augustus september oktober november december'),
  shortMonths: ['jan', 'feb', 'mrt', 'apr', 'mei', 'jun', 'jul', 'aug', 'sep sept', 'okt', 'nov', 'dec'],
  counts: ['nul', "een één 'n", 'twee', 'drie een_paar enkele enige', ...fromFour],
  withinNumber: '(?:[a-z]{0,14}(?:honderd|duizend|(?:veer|vijf|zes|zeven|tach|negen)tig)[a-z]{0,16}|(?!een)[a-z]{3,5}endertig)(?: en)?',
  dates: ['', 'een', 'twee', 'drie', ...fromFour].map((number, value) => `${number} ${ordinals[value - 1] ?? ''}`.trim()),
  units: { day: 'dag dagen', week: 'week weken', month: 'maand maanden', year: 'jaar jaren jaartje' },
  spans: [['een_half_jaar een_halfjaar half_jaar', 6, 'month']],
  periods: {
    daysAgo: [
      'vandaag|vanmorgen|vanochtend|vanmiddag|vanavond|vannacht',
      'gister(?:en)?(?: ?(?:avond|ochtend|morgen|middag|nacht))?|afgelopen nacht',
      'eergister(?:en)?',
    ],
    weekendsAgo: ['(?:dit|het|in het) weekend', '(?:het )?(?:vorige?|afgelopen|laatste) weekend'],
    weeksAgo: ['deze week', '(?:de )?(?:vorige|afgelopen|verleden|voorbije) week', '(?:de )?(?:voorvorige|voorlaatste) week'],
    monthsAgo: ['deze maand', '(?:de )?(?:vorige|afgelopen|verleden|voorbije) maand', '(?:de )?voorvorige maand'],
    yearsAgo: ['dit jaar', '(?:het )?(?:vorig|afgelopen|verleden|voorbije) jaar', '(?:het )?voorvorig jaar'],
  },
  phrases: {
    noPastDay: [
      `(?:op )?{weekday},? (?:van |in )?(?:de )?${next} week`,
      `(?:op )?{weekday} (?:van|in) (?:de )?${next} maand`,
      `(?:de )?${next} week,? (?:op )?{weekday}`,
      '(?:op )?{weekday},? over {about}(?:{count} {unit}|{span})',
      'over {about}(?:{count} {unit}|{span}),? (?:op )?{weekday}',
      `(?:(?:op )?{number} )?{month} (?:van )?(?:volgend|komend) jaar`,
      `(?:volgend|komend) jaar,? (?:in|op {number}) {month}`,
      `${every} {weekday}(?:en)?(?: (?:en|of) {weekday})*`,
      `${every} {unit},? (?:op )?(?:de {number}${ending}|{weekday})`,
      `(?:op )?(?:de )?(?:{number}${ending}|{weekday}) van (?:elke|iedere) {unit}`,
      `(?:elke|iedere) {number}${ending}(?: van de maand)?`,
      `(?:de |het )?(?:${next}|${every}) (?:{weekday}|{unit}|weekend|{month})`,
      '{about}{greater} {unit} (?:geleden|terug),? (?:(?:op )?{weekday}|{daysAgo})',
      '(?:(?:op )?{weekday}|{daysAgo}),? (?:van )?{about}{greater} {unit} (?:geleden|terug)',
      'op 24/7',
      `(?:van|vanaf|sinds|tussen) de {number}${ending} (?:tot(?: en met)?|t/m|en) (?:de )?{number}${ending}(?!{end}| (?:van )?(?:${month}|{monthsAgo}))`,
      '{weekday} (?:over een week|aanstaande)',
      // "Here", which is "yesterday" in French.
      'hier',
    ],
    datesInMonth: [
      `(?:(?:van|vanaf) (?:de )?)?${first}(?: (?:tot(?: en met)?|t/m) (?:de )?|${dash})${last} (?:van )?${month}${inYear}`,
      `tussen (?:de )?${first} en (?:de )?${last} (?:van )?${month}${inYear}`,
    ],
    months: [`(?:van|vanaf) {firstMonth} (?:tot(?: en met)?|t/m) {month}${inYear}`, `tussen {firstMonth} en {month}${inYear}`],
    date: [`${last} (?:van )?{month}${inYear}`, '{date} {shortMonth}\\.?(?:,? {year})?'],
    numericDate: ['(?:op |{weekday},? (?:de )?)(?:de )?{number}[\\/\\-]{monthNumber}{end}'],
    daysOfMonth: [
      `(?:van|vanaf|sinds) de (?=\\d){firstDate}${ending} (?:tot(?: en met)?|t/m) (?:de )?{number}${ending}(?: (?:van )?{monthsAgo})?{end}`,
      `tussen de (?=\\d){firstDate}${ending} en (?:de )?{number}${ending}(?: (?:van )?{monthsAgo})?{end}`,
    ],
    dateInMonth: ['(?:op )?(?:de )?{date}(?:e|ste|de)? (?:van )?{monthsAgo}'],
    weekdayDate: ['(?:op )?{weekday},? (?:de )?{number}(?:e|ste|de)?{end}'],
    sameDayAgo: [
      '{daysAgo},? (?:precies )?{about}(?:{count} {unit}|{span}) (?:geleden|terug)',
      '{about}(?:{count} {unit}|{span}) (?:geleden|terug),? {daysAgo}',
    ],
    weekdaysAgo: ['(?:op )?(?:de )?(?:voorlaatste|voorvorige) {weekday}', '{count} {weekday}en (?:geleden|terug)'],
    weekdayOfWeek: [
      '(?:op )?{weekday},? (?:van |in )?{weeksAgo}',
      '{weeksAgo},? (?:op )?{weekday}',
      '(?:op )?{weekday},? (?:van )?{about}{count} {week} (?:geleden|terug)',
      '{about}{count} {week} (?:geleden|terug),? (?:op )?{weekday}',
    ],
    weekdayOfThisWeek: ['deze {weekday}'],
    weekday: ['(?:(?:op|afgelopen|vorige|verleden|laatste|jongstleden) )?{weekday}(?: jongstleden| jl\\.?)?'],
    ago: ['{about}(?:{count} {unit}|{span}) (?:geleden|terug)'],
    lately: ['(?:de |het )?(?:afgelopen|laatste|voorbije) {count} {unit}'],
    lastNight: ['(?:afgelopen|vorige) nacht'],
    month: [
      '(?:in )?{month} (?:van )?{year}',
      '(?:in )?{month} (?:van )?{yearsAgo}',
      '{yearsAgo},? (?:in )?{month}',
      '(?:in|sinds|vanaf|begin|eind|half|medio|afgelopen|vorige|tijdens) {month}',
    ],
    year: ['(?:in|sinds|tijdens) (?:het jaar )?{year}', 'het jaar {year}'],
    dayOfMonth: ['(?:op de |(?<=(?:sinds|vanaf|tot) )de ){number}(?:e|ste|de){end}'],
  },
  connectors: {
    article: 'de|het',
    since: 'sinds|vanaf',
    from: 'tussen|van|vanaf',
    to: 'en|tot|tot en met|t/m',
    partOfDay: "ochtend|middag|avond|nacht|'s (?:ochtends|middags|avonds)",
    before: 'voor|vóór',
    after: 'na',
  },
  about: "ongeveer|circa|ca\\.?|zo'n|bijna|precies|rond|ruim|pakweg",
  afterDay: 'tot|om|in|met|over|toen|wat|wie|ik|we|wij|jij|je|hij|zij|ze|het|was|waren|is|heb|hebben|had|besproken|gezegd|gedaan',
  beforeDate: 'op|de|op de',
  pastWords: 'geleden terug vorig vorige afgelopen verleden voorbije laatste',
  frequentWords:
    'ik je jij hij zij ze we wij en is zijn was niet heb hebben heeft had wat wie waar hoe het de een van op met dat dit voor naar er staat',
}
