import { type DateLanguage, dash, latinScript, words } from './language.ts'

const ones = ['um uma', 'dois duas', ...words('três quatro cinco seis sete oito nove')]
const fromFour = [
  ...ones.slice(3),
  ...words('dez onze doze treze'),
  'catorze quatorze',
  ...words('quinze dezesseis dezessete dezoito'),
  'dezenove dezanove',
  'vinte',
  ...ones.map((forms) => forms.replace(/(?<!\S)/g, 'vinte_e_')),
  'trinta',
  'trinta_e_um trinta_e_uma',
]
const inYear = '(?:,? (?:de |do )?{year}| {yearsAgo})?'
const weekend = '(?:fim(?: |-)de(?: |-)semana|final de semana|fds)'
const weekday = '(?:{weekday}|{shortWeekday})'
const nextWeek = '(?:próxima semana|semana (?:próxima|que vem|seguinte))'
const nextYear = '(?:próximo ano|ano (?:próximo|que vem|seguinte))'
const every = '(?:tod[ao]s? (?:[ao]s? )?|cada )(?:(?:{count}|outr[ao]|segund[ao]|terceir[ao]|quart[ao]) )?'
/** What follows a short weekday. Before a noun, it is an ordinal: "na segunda vez". */
const notBeforeNoun =
  '(?=\\s*(?:$|[.,;:!?\\)])|\\s(?:à|às|de (?:manhã|tarde|noite)|eu|nós|você|ele|ela|não|foi|fui|quando|que|e na|e no|até|com)(?![a-z]))'

export const portuguese: DateLanguage = {
  code: 'pt',
  script: latinScript,
  weekdays: [
    'segunda-feira segunda_feira',
    'terça-feira terça_feira',
    'quarta-feira quarta_feira',
    'quinta-feira quinta_feira',
    'sexta-feira sexta_feira',
    'sábado',
    'domingo',
  ],
  // The ordinals "second" to "sixth".
  shortWeekdays: words('segunda terça quarta quinta sexta'),
  months: words('janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro'),
  shortMonths: words('jan fev mar abr mai jun jul ago set out nov dez'),
  dates: ['', 'um primeiro', 'dois', 'três', ...fromFour],
  counts: ['zero', 'um uma', 'dois duas um_par_de', 'três alguns algumas poucos poucas uns umas vários várias', ...fromFour],
  units: { day: 'dia dias', week: 'semana semanas', month: 'mês meses', year: 'ano anos' },
  withinNumber: '(?:(?:tri|quare|cinque|sesse|sete|oite|nove)nta|cem|cento|centos|mil)(?: e)?',
  spans: [['meio_ano', 6, 'month']],
  periods: {
    daysAgo: ['hoje|(?:n?esta) (?:manhã|tarde|noite)', 'ontem(?: (?:à noite|de manhã|à tarde))?', 'anteontem|antes de ontem'],
    weekendsAgo: [`(?:n?est|n?ess|n?)[eo] ${weekend}`, `(?:n?o )?(?:${weekend} passado|(?:último|passado) ${weekend})`],
    weeksAgo: [
      '(?:n?d?esta|n?d?essa) semana',
      '(?:(?:a|na|da) )?(?:semana passada|última semana|passada semana)',
      '(?:(?:a|na|da) )?semana retrasada',
    ],
    monthsAgo: ['(?:n?d?este|n?d?esse) mês', '(?:(?:o|no|do) )?(?:mês passado|último mês|passado mês)', '(?:(?:o|no|do) )?mês retrasado'],
    yearsAgo: ['(?:n?d?este|n?d?esse) ano', '(?:(?:o|no|do) )?(?:ano passado|último ano)', '(?:(?:o|no|do) )?ano retrasado'],
  },
  phrases: {
    noPastDay: [
      `(?:na |no )?${weekday}(?: (?:de|à|pela|da) (?:manhã|tarde|noite))?,? (?:(?:d|n)?a )?${nextWeek}`,
      `(?:n?a )?${nextWeek},? (?:na |no )?${weekday}`,
      `(?:na |no )?${weekday},? (?:daqui a|dentro de|em) {about}(?:{count} {unit}|{span})`,
      `(?:daqui a|dentro de|em) {about}(?:{count} {unit}|{span}),? (?:na|no) ${weekday}`,
      `(?:(?:dia )?{number} de )?{month} (?:d?o )?${nextYear}`,
      `(?:n?o )?${nextYear},? (?:em|(?:no )?dia {number} de) {month}`,
      // A city and a singer.
      '(?:santo|plácido) domingo',
      `(?:[an]?a |n?o )?próxim[oa] (?:${weekday}|{unit}|${weekend}|{month})`,
      `(?:[an]?a |n?o )?(?:${weekday}|{unit}|${weekend}|{month}) (?:próxim[oa]|que vem|seguinte)`,
      `(?:um |uma )?${weekday} sim,? (?:e )?(?:outr[ao] |um |uma |${weekday} )?não|${weekday} alternad[ao]s?`,
      `(?:um|uma) ${weekday} (?:a|em) cada {count}|a cada {count} ${weekday}s?`,
      `(?:na |no )?(?:${weekday}|dia {number}) de (?:cada|todo) {unit}`,
      `${every}(?:{unit}|meses),? (?:no )?dia {number}|${every}{unit},? na ${weekday}`,
      `${every}dias? {number}`,
      `(?:à |na )?${every}${weekday}(?:,? (?:e|ou) (?:toda )?${weekday})*`,
      `${every}(?:{unit}|${weekend}|{month})`,
      `(?:há|faz) {about}{greater} {unit},? (?:(?:na |no )?${weekday}|{daysAgo})`,
      `{greater} {unit} atrás,? (?:(?:na |no )?${weekday}|{daysAgo})`,
      `(?:(?:na |no )?${weekday}|{daysAgo}),? (?:de )?(?:há |faz )?{about}{greater} {unit}(?: atrás)?`,
      'hoje em dia',
    ],
    datesInMonth: [
      `(?:(?:de|do|desde) )?(?:(?:o|dia) )*{firstDate}[º°]?(?: (?:a|ao|à|até) (?:(?:o|ao|dia) )*|${dash}){date}[º°]? de {month}${inYear}`,
      `entre (?:(?:os?|dias?) )*{firstDate}[º°]? e (?:(?:o|dia) )*{date}[º°]? de {month}${inYear}`,
    ],
    months: [`(?:de|desde) {firstMonth} (?:a|até) {month}${inYear}`, `entre {firstMonth} e {month}${inYear}`],
    date: [
      `{date}[º°]? de {month}${inYear}`,
      `{date} {month}${inYear}`,
      '{date} (?:de )?{shortMonth}\\.? (?:de )?{year}',
      'dia {date} de {shortMonth}\\.?',
    ],
    numericDate: [`(?:(?:(?:no )?dia|em|desde) |(?:na )?${weekday},? (?:dia )?){number}/{monthNumber}{end}`],
    daysOfMonth: [
      '(?:do|desde o|(?:de|desde|do|desde o) dia|dos dias) (?=\\d){firstDate}[º°]? (?:ao?|até(?: o)?)(?: dia)? {number}[º°]?(?: (?:de )?{monthsAgo})?{end}',
      'entre (?:o|o dia|dia|os dias) (?=\\d){firstDate}[º°]? e (?:o )?(?:dia )?{number}[º°]?(?: (?:de )?{monthsAgo})?{end}',
    ],
    dateInMonth: ['(?:dia )?{date} (?:de )?{monthsAgo}'],
    weekdayDate: ['(?:na |no )?{weekday},? (?:dia )?{number}{end}', '(?:na )?{shortWeekday},? dia {number}{end}'],
    sameDayAgo: ['{daysAgo},? (?:há|faz) {about}(?:{count} {unit}|{span})', '(?:há|faz) {about}(?:{count} {unit}|{span}),? {daysAgo}'],
    weekdaysAgo: [
      `(?:na |no )?${weekday} retrasad[oa]`,
      `(?:na |no |a |o )?penúltim[oa] ${weekday}`,
      `(?:(?:há|faz) )?{count} (?:{weekday}|{shortWeekday})s? atrás`,
      `(?:há|faz) {count} (?:{weekday}|{shortWeekday})s`,
    ],
    weekdayOfWeek: [
      `(?:na |no )?${weekday},? (?:d?[ae] )?{weeksAgo}`,
      `{weeksAgo},? (?:na |no )?${weekday}`,
      `(?:na |no )?${weekday},? de {about}{count} {week} atrás`,
      `(?:na |no )?${weekday},? (?:de )?(?:há|faz) {about}{count} {week}`,
      `(?:há|faz) {about}{count} {week},? (?:na |no )?${weekday}`,
    ],
    weekdayOfThisWeek: [`n?est[ae] (?:{weekday}|{shortWeekday}${notBeforeNoun})`],
    weekday: [
      `(?:(?:n?o |n?a )?últim[oa] )?{weekday}(?: passad[ao])?`,
      '(?:(?:n?a |desde )?última |(?:n?a )?passada ){shortWeekday}',
      '(?:n?a )?{shortWeekday} passada',
      `(?:na|desde|desde a) {shortWeekday}${notBeforeNoun}`,
    ],
    ago: ['(?:há|faz) {about}(?:{count} {unit}|{span})(?: atrás)?', '(?:{count} {unit}|{span}) atrás'],
    lately: [
      '(?:(?:n?os|n?as) )?(?:últimos|últimas|passados|passadas) {count} {unit}',
      '(?:n?os|n?as|n?estes|n?estas) {count} (?:últimos|últimas) {unit}',
    ],
    lastNight: ['(?:a )?noite passada'],
    month: [
      '{month} (?:de |do )?{year}',
      '(?:em |desde )?{month} (?:de )?{yearsAgo}',
      '{yearsAgo},? em {month}',
      '(?:em|desde|durante|até|mês de|início de|meados de|final de|fim de|último) {month}(?: passado)?',
      '{month} passado',
    ],
    year: ['(?:em|desde|durante) {year}', '(?:n?o |do )?ano (?:de )?{year}'],
    dayOfMonth: ['(?:n?o )?dia {number}{end}'],
  },
  connectors: {
    article: 'o|a|os|as|dia|o dia',
    since: 'desde|a partir de|a partir do|a partir da',
    from: 'entre|desde|de|do|da',
    to: 'e|a|ao|à|até|e a|e o',
    partOfDay: '(?:de|à|pela|da) (?:manhã|tarde|noite)',
    before: 'antes d[eoa]',
    after: 'depois d[eoa]',
  },
  about: 'cerca de|uns|umas|já|mais ou menos|aproximadamente|quase|exatamente|por volta de',
  afterDay: 'ao|até|às|à|com|quando|que|eu|nós|você|ele|ela|a gente|foi|era|falamos|dissemos|estava|pela',
  beforeDate: 'o|em|no|dia|o dia|no dia',
  pastWords: 'há atrás passado passada passados passadas último última últimos últimas',
  frequentWords:
    'eu você ele ela nós e é são era foi o a os as um uma de do da que não com para por em no na se me meu minha quando como disse',
}
