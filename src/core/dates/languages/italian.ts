import { type DateLanguage, dash, latinScript, words } from './language.ts'

const inYear = '(?:,? (?:del )?{year}| {yearsAgo})?'

export const italian: DateLanguage = {
  code: 'it',
  script: latinScript,
  weekdays: words('lunedì martedì mercoledì giovedì venerdì sabato domenica'),
  months: words('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'),
  shortMonths: words('gen feb mar apr mag giu lug ago set ott nov dic'),
  dates: [
    '',
    'uno primo',
    ...words('due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici'),
    ...words('diciassette diciotto diciannove venti ventuno ventidue ventitré ventiquattro venticinque ventisei'),
    ...words('ventisette ventotto ventinove trenta trentuno'),
  ],
  counts: [
    'zero',
    'un uno una',
    'due un_paio_di',
    'tre alcuni alcune qualche pochi poche diversi diverse',
    ...words('quattro cinque sei sette otto nove dieci undici dodici'),
  ],
  units: { day: 'giorno giorni', week: 'settimana settimane', month: 'mese mesi', year: 'anno anni' },
  periods: {
    daysAgo: [
      'oggi|stamattina|stamani|stasera|stanotte|quest[oa] (?:mattina|pomeriggio|sera)',
      'ieri(?: (?:sera|mattina|pomeriggio|notte))?|la scorsa notte|la notte scorsa',
      "(?:l')?altro ?ieri|avantieri|ieri l'altro",
    ],
    weekendsAgo: [
      '(?:questo|il|nel) (?:week-?end|fine settimana)',
      '(?:(?:il|lo) )?(?:scorso (?:week-?end|fine settimana)|(?:week-?end|fine settimana) (?:scorso|passato))',
    ],
    weeksAgo: ['questa settimana', '(?:(?:la|nella) )?(?:settimana (?:scorsa|passata)|(?:scorsa|passata|ultima) settimana)'],
    monthsAgo: ['questo mese', '(?:(?:il|lo|nel|nello) )?(?:mese (?:scorso|passato)|(?:scorso|ultimo) mese)'],
    yearsAgo: ["(?:di )?quest'anno", "(?:(?:l'|dell'|nell')|(?:lo|dello|nello) )?(?:anno (?:scorso|passato)|(?:scorso|ultimo) anno)"],
  },
  phrases: {
    noPastDay: [
      'entro {weekday}',
      '(?:il |la |lo )?prossim[oa] (?:{weekday}|{unit}|week-?end|fine settimana|{month})',
      "(?:il |la |lo |l')?(?:{weekday}|{unit}|week-?end|fine settimana|{month}) (?:prossim[oa]|che viene|entrante|ventur[oa])",
      '(?:ogni|tutti i|tutte le|di) {weekday}',
      "giorno d'oggi|oggi come oggi",
    ],
    datesInMonth: [
      `(?:(?:da|dal) |dall')?{firstDate}[°o]?(?: (?:a |al |all'|fino al? |fino all')|${dash}){date}[°o]? (?:di )?{month}${inYear}`,
      `(?:tra|fra) (?:il |l')?{firstDate}[°o]? e (?:il |l')?{date}[°o]? (?:di )?{month}${inYear}`,
    ],
    months: [`da {firstMonth} (?:a|ad|fino a|fino ad) {month}${inYear}`, `(?:tra|fra) {firstMonth} (?:e|ed) {month}${inYear}`],
    date: [`{date}[°o]? (?:di )?{month}${inYear}`, '{date} {shortMonth}\\.? {year}', '(?:il|giorno) {date} {shortMonth}\\.?'],
    dateInMonth: ['(?:il |giorno )?{date} (?:del |dello )?{monthsAgo}'],
    weekdayOfWeek: ['{weekday} (?:della |di )?{weeksAgo}', '{weeksAgo},? {weekday}'],
    weekdayOfThisWeek: ['quest[oa] {weekday}'],
    weekday: ['(?:(?:lo |la )?(?:scorso|scorsa|ultimo|ultima) )?{weekday}(?: (?:scorso|scorsa|passato|passata))?'],
    ago: ['{count} {unit} (?:fa|or sono|addietro)'],
    lately: [
      '(?:(?:gli|le|i|negli|nelle|nei|questi|queste) )?(?:ultimi|ultime|scorsi|scorse) {count} {unit}',
      '(?:gli|le|questi|queste) {count} (?:ultimi|ultime) {unit}',
    ],
    lastNight: ['(?:la )?(?:notte scorsa|scorsa notte)'],
    month: [
      '{month} (?:del )?{year}',
      '(?:a |in )?{month} {yearsAgo}',
      '{yearsAgo},? (?:a|ad|in) {month}',
      '(?:(?:a|ad|in|da|durante|entro|inizio|fine|metà|mese di|scorso) ){month}(?: (?:scorso|passato))?',
      '{month} (?:scorso|passato)',
    ],
    year: ["(?:nel|dal|durante il|nell'anno|anno) {year}"],
  },
  connectors: {
    article: "il|lo|la|l'|i|le",
    since: "da|dal|dalla|dall'|a partire da|a partire dal",
    from: "tra|fra|da|dal|dalla|dall'",
    to: "e|a|ad|al|alla|all'|fino a|fino al",
    partOfDay: 'mattina|pomeriggio|sera|notte',
    before: "prima del?|prima dell'|precedente",
    after: "dopo|successiv[oa] al|successiva all'",
  },
  beforeDate: "il|l'|il giorno",
  pastWords: 'fa scorso scorsa scorsi scorse passato passata ultimo ultima ultimi ultime',
  frequentWords:
    'io tu lui lei noi e è sono era il lo la i gli le un una di del della che non con per in si mi ti ho hai ha abbiamo cosa come quando',
}
