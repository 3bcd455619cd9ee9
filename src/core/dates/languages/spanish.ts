import { type DateLanguage, dash, latinScript, words } from './language.ts'

const fromFour = words(
  'cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte',
)
const fromTwentyTwo = words('veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve treinta')
const nextWeek = '(?:(?:la )?próxima semana|(?:la )?semana (?:próxima|que viene|entrante|siguiente))'
const nextYear = '(?:(?:el )?próximo año|(?:el )?año (?:próximo|que viene|entrante))'
const every = '(?:todos los|todas las|cada)(?: (?:{count}|segundo|tercer|otro))?'
const numbered = '(?:el )?(?:día )?{number}'
const partOfDay = '(?:por|en|de) la (?:mañana|tarde|noche)'
const inYear = '(?:,? (?:de |del )?{year}| {yearsAgo})?'

export const spanish: DateLanguage = {
  code: 'es',
  script: latinScript,
  weekdays: words('lunes martes miércoles jueves viernes sábado domingo'),
  months: [...words('enero febrero marzo abril mayo junio julio agosto'), 'septiembre setiembre', ...words('octubre noviembre diciembre')],
  shortMonths: ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep sept', 'oct', 'nov', 'dic'],
  dates: ['', 'uno primero', 'dos', 'tres', ...fromFour, 'veintiuno', ...fromTwentyTwo, 'treinta_y_uno'],
  counts: [
    'cero',
    'un una uno',
    'dos un_par_de',
    'tres unos_pocos unas_pocas algunos algunas unos unas varios varias',
    ...fromFour,
    'veintiún veintiuna veintiuno',
    ...fromTwentyTwo,
    'treinta_y_un treinta_y_una',
  ],
  units: { day: 'día días', week: 'semana semanas', month: 'mes meses', year: 'año años' },
  withinNumber: '(?:(?:trei|cuare|cincue|sese|sete|oche|nove)nta(?: y)?|cien|ciento|cientos|mil)',
  spans: [['medio_año', 6, 'month']],
  periods: {
    daysAgo: ['hoy|esta (?:mañana|tarde|noche)', 'ayer|anoche', '(?:anteayer|antes de ayer|antier|anteanoche)'],
    weekendsAgo: [
      '(?:est?e|el) (?:fin de semana|finde)',
      '(?:el )?(?:(?:fin de semana|finde) pasado|(?:pasado|último) (?:fin de semana|finde))',
    ],
    weeksAgo: ['esta semana', '(?:la )?(?:semana pasada|pasada semana|última semana)', '(?:la )?(?:semana antepasada|antepasada semana)'],
    monthsAgo: ['este mes', '(?:el )?(?:mes pasado|pasado mes|último mes)', '(?:el )?(?:mes antepasado|antepasado mes)'],
    yearsAgo: [
      '(?:de )?este año',
      '(?:del )?(?:el )?(?:año pasado|pasado año|último año)',
      '(?:del )?(?:el )?(?:año antepasado|antepasado año)',
    ],
  },
  phrases: {
    noPastDay: [
      'para el (?:{weekday}|(?:día )?{number}{end})',
      `(?:el )?{weekday}(?: ${partOfDay})?,? (?:de |en )?${nextWeek}`,
      `${nextWeek},? (?:el )?{weekday}`,
      '(?:el )?{weekday},? (?:de )?(?:dentro de|en) {about}(?:{count} {unit}|{span})',
      '(?:dentro de|en) {about}(?:{count} {unit}|{span}),? el {weekday}',
      `(?:${numbered} de )?{month} (?:de |del )?${nextYear}`,
      `${nextYear},? (?:en|${numbered} de) {month}`,
      '(?:el )?{weekday} (?:por medio|alternos?|sí y (?:otro|uno) no)',
      'un {weekday} (?:sí y (?:otro|uno) no|de cada {count})',
      `(?:el )?(?:{weekday}|(?:día )?{number}) de cada {unit}|${every} {unit},? (?:${numbered}|el {weekday})`,
      `${every} (?:día |días )?{number}(?: de(?:l)? (?:mes|{month}))?`,
      `(?:los|${every}) {weekday}s?(?:,? (?:y|o) (?:los )?{weekday}s?)*`,
      `${every} (?:{unit}|fin de semana|finde|{month})`,
      'hace {about}{greater} {unit},? (?:(?:el )?{weekday}|{daysAgo})',
      '(?:(?:el )?{weekday}|{daysAgo}),? (?:de )?hace {about}{greater} {unit}',
      '(?:el |la )?próxim[oa] (?:{weekday}|{unit}|fin de semana|finde|{month})',
      '(?:este |el |la )?(?:{weekday}|{unit}|fin de semana|finde|{month}) (?:próxim[oa]|que viene|entrante)',
      'hoy en día',
      // A city and a singer.
      '(?:santo|plácido) domingo',
    ],
    datesInMonth: [
      `(?:(?:del?|desde) )?(?:(?:el|día) )*{firstDate}(?: (?:al?|hasta) (?:(?:el|día) )*|${dash}){date} de {month}${inYear}`,
      `entre (?:(?:el|los|día|días) )*{firstDate} y (?:(?:el|día) )*{date} de {month}${inYear}`,
    ],
    months: [`(?:de|desde) {firstMonth} (?:a|hasta) {month}${inYear}`, `entre {firstMonth} y {month}${inYear}`],
    date: [
      `{date}\\.?[º°]? de {month}${inYear}`,
      `{date} {month}${inYear}`,
      '{date} (?:de )?{shortMonth}\\.? (?:de |del )?{year}',
      '(?:el|día) {date} (?:de )?{shortMonth}\\.?',
    ],
    numericDate: ['(?:(?:el|desde|día) |(?:el )?{weekday},? (?:el )?(?:día )?){number}/{monthNumber}{end}'],
    daysOfMonth: [
      '(?:del|desde el|entre el|entre los)(?: días?)? (?=\\d){firstDate} (?:al?|y|hasta)(?: el)?(?: día)? {number}(?: del? {monthsAgo})?{end}',
    ],
    dateInMonth: ['(?:el |día )?{date} del? {monthsAgo}'],
    weekdayDate: ['(?:el )?{weekday},? (?:el )?(?:día )?{number}{end}'],
    sameDayAgo: ['{daysAgo},? hace {about}(?:{count} {unit}|{span})', 'hace {about}(?:{count} {unit}|{span}),? {daysAgo}'],
    weekdaysAgo: [
      '(?:el )?{weekday} antepasado',
      '(?:el )?(?:penúltimo|antepasado) {weekday}',
      'hace {count} {weekday}s?',
      '{count} {weekday}s? atrás',
    ],
    weekdayOfWeek: [
      '(?:el )?{weekday},? (?:de )?{weeksAgo}',
      '{weeksAgo},? (?:el )?{weekday}',
      '(?:el )?{weekday},? (?:de )?hace {about}{count} {week}',
      'hace {about}{count} {week},? (?:el )?{weekday}',
    ],
    weekdayOfThisWeek: ['este {weekday}(?! pasado)'],
    weekday: ['(?:(?:el |este )?(?:pasado |último )?)?{weekday}(?: pasado| último)?'],
    ago: ['hace {about}(?:{count} {unit}|{span})', '(?:{count} {unit}|{span}) atrás'],
    lately: [
      '(?:(?:los|las|estos|estas) )?(?:últimos|últimas|pasados|pasadas) {count} {unit}',
      '(?:los|las|estos|estas) {count} (?:últimos|últimas) {unit}',
    ],
    month: [
      '{month} (?:de |del )?{year}',
      '(?:en |desde |el )?{month} (?:de |del )?{yearsAgo}',
      '{yearsAgo},? en {month}',
      '(?:en|desde|durante|hasta|mes de|principios de|mediados de|finales de|fines de|el pasado) {month}(?: pasado)?',
      '{month} pasado',
    ],
    year: ['(?:en|desde|durante) (?:el )?(?:año )?{year}', '(?:el |del )?año {year}'],
    dayOfMonth: ['(?:desde |(?:el )?día |(?<=desde )el ){number}{end}', '{lineStart}el {number}{lineEnd}', 'el {number}{end}{happened}'],
  },
  connectors: {
    article: 'el|la|los|las',
    since: 'desde|a partir de|a partir del',
    from: 'entre|desde|de|del',
    to: 'y|a|al|hasta',
    partOfDay,
    before: 'antes del?|previo al',
    after: 'después del?|siguiente al',
  },
  about: 'ya|como|casi|unos|unas|aproximadamente|más o menos|alrededor de|cerca de|exactamente',
  happened:
    'dijimos|dije|dijiste|dijo|dijeron|hablamos|hablé|habló|hablaste|pasó|hicimos|hice|hiciste|hizo|fuimos|fui|estuvimos|estuve|quedamos|decidimos|decidí|comimos|llegamos|llegué|llegó|empezamos|empecé|empezó|nació|acordamos|escribí|escribimos|conté|comenté|comentamos|mencioné|sucedió|ocurrió|hubo|salimos|salí|viajamos|trabajamos|discutimos|nos (?:vimos|reunimos)|visitamos|a las? \\d+|por la (?:mañana|tarde|noche)',
  afterDay: 'al|a las?|con|cuando|que|yo|nos|se|me|te|hablamos|dijimos|fue|fuimos|era|estaba|estuvimos|por la',
  beforeDate: 'el|el día',
  pastWords: 'hace atrás pasado pasada pasados pasadas último última últimos últimas',
  frequentWords:
    'yo tú él ella nosotros y es son era fue el la los las un una de del que qué no con para por en se lo me te mi su cuando cómo dijo',
}
