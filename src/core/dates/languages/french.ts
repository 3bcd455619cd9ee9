import { type DateLanguage, dash, latinScript, words } from './language.ts'

const month = '(?:{month}|{shortMonth})\\.?'
const inYear = '(?:,? {year}|,? (?:de )?{yearsAgo})?'
const last = '{date}(?:er|e)?'
const first = '{firstDate}(?:er|e)?'

export const french: DateLanguage = {
  code: 'fr',
  script: latinScript,
  weekdays: words('lundi mardi mercredi jeudi vendredi samedi dimanche'),
  months: words('janvier février mars avril mai juin juillet août septembre octobre novembre décembre'),
  shortMonths: words('jan feb mar apr may jun jul aug sep oct nov dec'),
  counts: ['zéro', 'un une', 'deux', 'trois quelques', ...words('quatre cinq six sept huit neuf dix onze douze')],
  units: { day: 'jour jours', week: 'semaine semaines', month: 'mois', year: 'an ans année années' },
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
    date: [`${last} (?:de )?${month}${inYear}`, `${month} {date}(?:,? {year})?`],
    weekdayOfWeek: ['{weekday} (?:de )?{weeksAgo1}', '{weeksAgo1} (?:le )?{weekday}'],
    weekdayOfThisWeek: ['ce {weekday}'],
    weekday: ['(?:le )?{weekday}(?: (?:dernier|passé))?'],
    ago: ['il y a {count} {unit}'],
    lately: ['[lc]es {count} (?:derniers|dernières) {unit}'],
    lastNight: ['(?:la )?nuit (?:dernière|passée)'],
    month: [
      `${month} (?:de )?{year}`,
      `(?:en |au mois de )?${month},? (?:de )?{yearsAgo}`,
      `{yearsAgo},? (?:en|au mois de) ${month}`,
      `(?:en|au mois de|depuis|fin|début) ${month}`,
    ],
    year: ['(?:en|depuis) {year}'],
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
  beforeDate: 'le',
  pastWords: 'dernier dernière passé passée',
  frequentWords:
    'de du au à en l d y se ces cet cette je tu il elle on nous vous et est sont était le la les un une des du que qui quoi ce ne pas avec pour dans a dit ai',
}
