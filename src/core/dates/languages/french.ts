import { type DateLanguage, dash, latinScript, words } from './language.ts'

const month = '(?:{month}|{shortMonth})\\.?'
const inYear = '(?:,? {year}|,? (?:de )?{yearsAgo})?'
const ones = words('deux trois quatre cinq six sept huit neuf')
const elevenToTwenty = words('onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf vingt')
const vingt = ones.map((one) => `vingt-${one} vingt_${one}`)
const last = '{number}(?:er|e)?'
const first = '{firstDate}(?:er|e)?'

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
      '(?:{weekday}|{unit}|week-?end|{month}|{shortMonth}) prochaine?',
      'chaque (?:{weekday}|{unit}|week-?end)',
      '{weekday} en huit',
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
    date: [`${last} (?:de )?${month}${inYear}`, `{ordinal} {month}${inYear}`, `${month} {number}(?:,? {year})?`],
    numericDate: ['(?:le |depuis |(?:le )?{weekday},? (?:le )?){number}/{monthNumber}{end}'],
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
    dayOfMonth: ['le {number}(?:er)?{end}'],
  },
  connectors: {
    article: 'le|la',
    since: 'depuis',
    from: 'entre|du|de',
    to: "et|au|à|jusqu'au",
    partOfDay: 'matin|après-midi|soir',
    before: 'avant',
    after: 'après',
  },
  about: 'environ|à peu près|presque|près de|plus ou moins|à peine|exactement|quelque',
  afterDay: "au|à|avec|dans|pour|on|nous|vous|je|j'|tu|il|elle|ils|elles|que|qui|quand|c'était|était",
  beforeDate: 'le',
  pastWords: 'dernier dernière passé passée',
  frequentWords:
    'de du au à en l d y se ces cet cette je tu il elle on nous vous et est sont était le la les un une des du que qui quoi ce ne pas avec pour dans a dit ai',
}
