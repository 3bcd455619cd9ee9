import { type DateLanguage, dash, latinScript, words } from './language.ts'

const fromFour = [
  ...words('quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici diciassette diciotto diciannove'),
  ...words('venti ventuno ventidue ventitré ventiquattro venticinque ventisei ventisette ventotto ventinove trenta trentuno'),
]
const nextWeek = '(?:prossima settimana|settimana (?:prossima|che viene|entrante|ventura|seguente))'
const nextYear = '(?:prossimo anno|anno (?:prossimo|che viene))'
const every = '(?:ogni|tutti i|tutte le)(?: (?:{count}|second[oa]|terz[oa]|quart[oa]|altr[oa]))?'
const inYear = '(?:,? (?:del )?{year}| {yearsAgo})?'

export const italian: DateLanguage = {
  code: 'it',
  script: latinScript,
  weekdays: ['lunedì', 'martedì', 'mercoledì', 'giovedì', 'venerdì', 'sabato sabati', 'domenica domeniche'],
  months: words('gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre'),
  shortMonths: words('gen feb mar apr mag giu lug ago set ott nov dic'),
  dates: ['', 'uno primo', 'due', 'tre', ...fromFour],
  counts: ['zero', 'un uno una', 'due un_paio_di', 'tre alcuni alcune qualche pochi poche diversi diverse', ...fromFour],
  units: { day: 'giorno giorni', week: 'settimana settimane', month: 'mese mesi', year: 'anno anni' },
  withinNumber:
    '(?:[a-z]{0,12}(?:cento|mille|mila)|(?:quarant|cinquant|sessant|settant|ottant|novant)[a-z]{1,8}|trent(?:adue|atr[eé]|aquattro|acinque|asei|asette|otto|anove))(?: e)?',
  spans: [['mezzo_anno', 6, 'month']],
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
      `{weekday}(?: (?:mattina|pomeriggio|sera|notte))?,? (?:(?:della|di|nella|la) )?${nextWeek}`,
      `(?:la )?${nextWeek},? (?:di )?{weekday}`,
      '{weekday},? (?:tra|fra) {about}(?:{count} {unit}|{span})',
      '(?:tra|fra) {about}(?:{count} {unit}|{span}),? (?:di )?{weekday}',
      `(?:(?:(?:il |l')?{number} )?{month}) (?:(?:del|dell'|il|l') ?)?${nextYear}`,
      `(?:(?:il|l') ?)?${nextYear},? (?:a|ad|in|il {number}) {month}`,
      "un[oa]? {weekday} (?:su {count}|sì,? (?:e )?(?:un[oa]?|l'altr[oa]) no)|{weekday} altern[ioae]",
      "(?:dal(?: |l')|(?:tra|fra) (?:il |l')){number} (?:al(?: |l')|e (?:il |l')){number}(?!{end}|[\\/.:]\\d| ?(?:(?:di )?(?:{month}|{shortMonth})|(?:del |dello )?{monthsAgo}))",
      `{weekday} di ogni {unit}|(?:il |l')?{number} di ogni {unit}`,
      `${every} {unit},? (?:il |l'|di )(?:{number}|{weekday})`,
      'ogni {number}(?: del mese| {month})?',
      `(?:di|${every}) {weekday}(?:,? (?:e|o) (?:ogni |di )?{weekday})*`,
      `${every} (?:{unit}|week-?end|fine settimana|{month})`,
      '{about}{greater} {unit} fa,? (?:{weekday}|{daysAgo})',
      '(?:{weekday}|{daysAgo}),? (?:di )?{about}{greater} {unit} fa',
      '(?:il |la |lo )?prossim[oa] (?:{weekday}|{unit}|week-?end|fine settimana|{month})',
      "(?:il |la |lo |l')?(?:{weekday}|{unit}|week-?end|fine settimana|{month}) (?:prossim[oa]|che viene|entrante|ventur[oa])",
      "giorno d'oggi|oggi come oggi",
    ],
    datesInMonth: [
      `(?:(?:da|dal) |dall')?{firstDate}[°o]?(?: (?:a |al |all'|fino al? |fino all')|${dash}){date}[°o]? (?:di )?{month}${inYear}`,
      `(?:tra|fra) (?:il |l')?{firstDate}[°o]? e (?:il |l')?{date}[°o]? (?:di )?{month}${inYear}`,
    ],
    months: [`da {firstMonth} (?:a|ad|fino a|fino ad) {month}${inYear}`, `(?:tra|fra) {firstMonth} (?:e|ed) {month}${inYear}`],
    date: [`{date}[°o]? (?:di )?{month}${inYear}`, '{date} {shortMonth}\\.? {year}', '(?:il|giorno) {date} {shortMonth}\\.?'],
    numericDate: ["(?:(?:il|dal|giorno) |l'|{weekday},? (?:il )?){number}/{monthNumber}{end}"],
    daysOfMonth: [
      "dal(?: giorno |l'| )(?=\\d){firstDate}[°o]? (?:fino )?al(?: giorno |l'| ){number}[°o]?(?: (?:del |dello )?{monthsAgo})?{end}",
      "(?:tra|fra) (?:il |l'|il giorno )(?=\\d){firstDate}[°o]? e (?:il |l'){number}[°o]?(?: (?:del |dello )?{monthsAgo})?{end}",
    ],
    dateInMonth: ['(?:il |giorno )?{date} (?:del |dello )?{monthsAgo}'],
    weekdayDate: ["(?:il )?{weekday},? (?:il |l')?{number}{end}"],
    sameDayAgo: ['{about}(?:{count} {unit}|{span}) fa,? {daysAgo}', '{daysAgo},? (?:fa )?{about}(?:{count} {unit}|{span}) fa'],
    weekdaysAgo: ['(?:il |la )?penultim[oa] {weekday}', '{count} {weekday} fa'],
    weekdayOfWeek: [
      '{weekday},? (?:della |di )?{weeksAgo}',
      '{weeksAgo},? {weekday}',
      '{weekday},? (?:di )?{about}{count} {week} fa',
      '{count} {week} fa,? {weekday}',
    ],
    weekdayOfThisWeek: ['quest[oa] {weekday}'],
    weekday: ['(?:(?:lo |la )?(?:scorso|scorsa|ultimo|ultima) )?{weekday}(?: (?:scorso|scorsa|passato|passata))?'],
    ago: ['{about}(?:{count} {unit}|{span}) (?:fa|or sono|addietro)'],
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
    dayOfMonth: [
      "(?:(?:il )?giorno |(?<=dal )|(?<=dall')(?=8|11)){number}{end}",
      "{lineStart}(?:il |l'(?=8|11)){number}{lineEnd}",
      "(?:il |l'(?=8|11)){number}{end}{happened}",
    ],
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
  about: "circa|quasi|più o meno|all'incirca|esattamente|proprio|giusto",
  happened:
    '(?:ho|hai|ha|abbiamo|avete|hanno|aveva|avevamo) (?:(?:già|mai|poi|anche) )?(?:detto|parlato|fatto|deciso|discusso|scritto|mangiato|incontrato|visitato|lavorato|iniziato|cominciato|finito|ricordato|raccontato)|siamo (?:andat|stat|uscit|partit|arrivat|vist)[ie]|ci siamo|eravamo|(?:è|sono) (?:successo|accaduto|andat[oaie]|nat[oaie]|mort[oaie]|partit[oaie]|arrivat[oaie]|venut[oaie])|alle \\d+',
  afterDay: "al|all'|alle|con|quando|che|io|noi|ci|mi|si|abbiamo|ho|hai|ha|era|siamo|sono",
  beforeDate: "il|l'|il giorno",
  pastWords: 'fa scorso scorsa scorsi scorse passato passata ultimo ultima ultimi ultime',
  frequentWords:
    'io tu lui lei noi e è sono era il lo la i gli le un una di del della che non con per in si mi ti ho hai ha abbiamo cosa come quando',
}
