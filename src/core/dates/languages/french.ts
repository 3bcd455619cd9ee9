import { type DateLanguage, dash, latinScript, words } from './language.ts'

const month = '(?:{month}|{shortMonth})\\.?'
const inYear = '(?:,? {year}|,? (?:de )?{yearsAgo})?'
const ones = words('deux trois quatre cinq six sept huit neuf')
const elevenToTwenty = words('onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt')
const vingt = ones.map((one) => `vingt-${one} vingt_${one}`)
const last = '{number}(?:er|e)?'
const first = '{firstDate}(?:er|e)?'
const nextWeek = "semaine (?:prochaine|suivante|qui vient(?! de)|d'après)"
const nextYear = "(?:l'année prochaine|l'an prochain|année prochaine|an prochain)"
const partOfDay = 'matin|midi|après-midi|soir'
/** "Le 20", "le 1er". */
const numbered = 'le {number}(?:er)?'
const every = '(?:chaque|tous les|toutes les|un|une)'
const auxiliary = '(?:ai|as|a|avons|avez|ont|avait|avions|avaient|est|suis|sommes|êtes|sont|était|étions)'
const done =
  '(?:dit|parlé|fait|décidé|discuté|écrit|mangé|évoqué|noté|mentionné|convenu|raconté|commencé|fini|prévu|rencontré|visité|travaillé|appris|passé|parti|arrivé|allé|venu|né|mort|vu)'

export const french: DateLanguage = {
  code: 'fr',
  script: latinScript,
  weekdays: words('lundi mardi mercredi jeudi vendredi samedi dimanche'),
  months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  shortMonths: words('jan feb mar apr may jun jul aug sep oct nov dec'),
  counts: [
    'zéro',
    'un une',
    'deux',
    'trois quelques',
    ...ones.slice(2),
    'dix',
    ...elevenToTwenty,
    'vingt_et_un vingt-et-un vingt_et_une vingt-et-une',
    ...vingt,
    'trente',
    'trente_et_un trente-et-un',
  ],
  dates: ['', 'premier', ...ones, 'dix', ...elevenToTwenty, 'vingt_et_un vingt-et-un', ...vingt, 'trente', 'trente_et_un trente-et-un'],
  withinNumber: '(?:quarante|cinquante|soixante|septante|huitante|octante|nonante|quatre-vingts?|cents?|mille)(?:(?: |-)et)?',
  units: { day: 'jour jours', week: 'semaine semaines', month: 'mois', year: 'an ans année années' },
  spans: [
    ['une_demi-année', 6, 'month'],
    ['une_quinzaine une_quinzaine_de_jours', 15, 'day'],
    ['une_dizaine_de_jours', 10, 'day'],
  ],
  periods: {
    daysAgo: ["aujourd'?hui|ce matin|ce soir|cet après-midi", 'hier', 'avant-?\\s?hier'],
    weekendsAgo: ['[cl]e week-?end', 'le week-?end (?:dernier|passé)'],
    weeksAgo: ['cette semaine', '(?:la )?semaine (?:dernière|passée)'],
    monthsAgo: ['ce mois(?:-ci)?', '(?:le )?mois (?:dernier|passé)'],
    yearsAgo: ['cette année', "l'an(?:née)? (?:dernier|dernière|passé|passée)"],
  },
  phrases: {
    noPastDay: [
      "d'ici (?:à )?{weekday}",
      `(?:le )?{weekday}(?: (?:${partOfDay}))?,? (?:de )?(?:la )?${nextWeek}`,
      `(?:la )?${nextWeek},? (?:le )?{weekday}`,
      '(?:le )?{weekday},? dans {about}(?:{count} {unit}|{span})',
      'dans {about}(?:{count} {unit}|{span}),? (?:le )?{weekday}',
      `(?:(?:${numbered}) (?:de )?)?${month} (?:de )?${nextYear}`,
      `${nextYear},? (?:en|${numbered}) ${month}`,
      '(?:{weekday}|{unit}|week-?end|{month}|{shortMonth}) (?:prochaine?|qui vient(?! de))',
      `${every} {weekday}s? sur {count}|{count} {weekday}s sur {count}`,
      '(?:chaque|tous les)(?: {count})? {weekday}s?(?:,? (?:et|ou) (?:les )?{weekday}s?)*',
      '{weekday} en (?:huit|quinze)',
      `(?:chaque|tous les) {unit},? (?:${numbered}|le {weekday})`,
      `(?:le )?(?:{number}(?:er)?|{weekday}) de chaque {unit}`,
      '(?:chaque|tous les) {number}(?:er)?(?: du mois| {month})?',
      '(?:chaque|tou(?:te)?s les)(?: {count})? (?:{unit}|week-?end|{month})',
      'il y a {about}{greater} {unit},? (?:(?:le )?{weekday}|{daysAgo})',
      '(?:(?:le )?{weekday}|{daysAgo}),? il y a {about}{greater} {unit}',
    ],
    datesInMonth: [
      `(?:(?:du|de) )?${first}(?: (?:au|à|jusqu'au) |${dash})${last} (?:de )?${month}${inYear}`,
      `entre (?:le )?${first} et (?:le )?${last} (?:de )?${month}${inYear}`,
    ],
    months: [
      "(?:de |d')?{firstMonth} à {month} {year}",
      `(?:de |d'){firstMonth} à {month}${inYear}`,
      `entre {firstMonth} et {month}${inYear}`,
    ],
    date: [`${last} (?:de )?${month}${inYear}`, `{ordinal} {month}${inYear}`, `${month} {number}(?:,? {year}|{end})`],
    numericDate: ['(?:le |depuis |(?:le )?{weekday},? (?:le )?){number}/{monthNumber}{end}'],
    daysOfMonth: [
      `du (?=\\d)${first} (?:au|jusqu'au) ${last}(?: (?:du |de )?{monthsAgo})?{end}`,
      `depuis le (?=\\d)${first} jusqu'au ${last}{end}`,
      `entre le (?=\\d)${first} et le ${last}(?: (?:du |de )?{monthsAgo})?{end}`,
    ],
    dateInMonth: [`(?:le )?${last} (?:du |de )?{monthsAgo}`],
    weekdayDate: ['(?:le )?{weekday},? (?:le )?(?:{number}(?:er)?|{ordinal}){end}'],
    sameDayAgo: [
      '(?:(?:juste|exactement) )?il y a {about}(?:{count} {unit}|{span}),? {daysAgo}',
      '{daysAgo},? il y a {about}(?:{count} {unit}|{span})',
    ],
    weekdaysAgo: ["(?:l')?avant-dernier {weekday}", 'il y a {count} {weekday}s'],
    weekdayOfWeek: [
      '(?:le )?{weekday},? (?:de )?{weeksAgo}',
      '{weeksAgo},? (?:le )?{weekday}',
      "(?:le )?{weekday},? (?:d')?il y a {about}{count} {week}",
      'il y a {about}{count} {week},? (?:le )?{weekday}',
    ],
    weekdayOfThisWeek: ['ce {weekday}'],
    weekday: ['(?:le )?{weekday}(?: (?:dernier|passé))?'],
    ago: ['il y a {about}(?:{count} {unit}|{span})'],
    lately: ['[lc]es {count} (?:derniers|dernières) {unit}'],
    lastNight: ['(?:la )?nuit (?:dernière|passée)'],
    month: [
      `${month} (?:de )?{year}`,
      `(?:en |au mois de )?${month},? (?:de )?{yearsAgo}`,
      `{yearsAgo},? (?:en|au mois de) ${month}`,
      `(?:en|au mois de|depuis|fin|début) ${month}`,
    ],
    year: ['(?:en|depuis) {year}'],
    dayOfMonth: [`(?<=(?:depuis|après|dès|entre|vers) )${numbered}{end}`, `{lineStart}${numbered}{lineEnd}`, `${numbered}{end}{happened}`],
  },
  connectors: {
    article: 'le|la',
    since: 'depuis|dès|à partir de|à partir du',
    from: 'entre|du|de',
    to: "et|au|à|jusqu'au",
    partOfDay,
    before: 'avant',
    after: 'après',
  },
  about: 'environ|à peu près|presque|près de|plus ou moins|à peine|exactement|quelque',
  happened: `${auxiliary} (?:(?:déjà|bien|tous|pas) )?${done}e?s?|s'est (?:passé|produit)`,
  afterDay: "au|à|avec|dans|pour|on|nous|vous|je|j'|tu|il|elle|ils|elles|que|qui|quand|c'était|était",
  beforeDate: 'le',
  pastWords: 'dernier dernière passé passée',
  frequentWords:
    'de du au à en l d y se ces cet cette je tu il elle on nous vous et est sont était le la les un une des du que qui quoi ce ne pas avec pour dans a dit ai',
}
