import { type DateLanguage, dash, latinScript, words } from './language.ts'

const inYear = '(?:,? (?:de |do )?{year}| {yearsAgo})?'
const weekend = '(?:fim(?: |-)de(?: |-)semana|final de semana|fds)'
const weekday = '(?:{weekday}|{shortWeekday})'
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
  dates: [
    '',
    'um primeiro',
    'dois',
    ...words('três quatro cinco seis sete oito nove dez onze doze treze'),
    'catorze quatorze',
    ...words('quinze dezesseis dezessete dezoito'),
    'dezenove dezanove',
    'vinte',
    ...words('um dois três quatro cinco seis sete oito nove').map((ones) => `vinte_e_${ones}`),
    ...words('trinta trinta_e_um'),
  ],
  counts: [
    'zero',
    'um uma',
    'dois duas um_par_de',
    'três alguns algumas poucos poucas uns umas vários várias',
    ...words('quatro cinco seis sete oito nove dez onze doze'),
  ],
  units: { day: 'dia dias', week: 'semana semanas', month: 'mês meses', year: 'ano anos' },
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
      // A city and a singer.
      '(?:santo|plácido) domingo',
      `(?:[an]?a |n?o )?próxim[oa] (?:${weekday}|{unit}|${weekend}|{month})`,
      `(?:[an]?a |n?o )?(?:${weekday}|{unit}|${weekend}|{month}) (?:próxim[oa]|que vem|seguinte)`,
      `(?:tod[ao]s? (?:[ao]s? )?|cada )${weekday}`,
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
    dateInMonth: ['(?:dia )?{date} (?:de )?{monthsAgo}'],
    weekdayOfWeek: [`${weekday} (?:de )?{weeksAgo}`, `{weeksAgo},? (?:na |no )?${weekday}`],
    weekdayOfThisWeek: [`n?est[ae] (?:{weekday}|{shortWeekday}${notBeforeNoun})`],
    weekday: [
      `(?:(?:n?o |n?a )?últim[oa] )?{weekday}(?: passad[ao])?`,
      '(?:(?:n?a |desde )?última |(?:n?a )?passada ){shortWeekday}',
      '(?:n?a )?{shortWeekday} passada',
      `(?:na|desde|desde a) {shortWeekday}${notBeforeNoun}`,
    ],
    ago: ['(?:há|faz) (?:cerca de |uns |umas |já )?{count} {unit}(?: atrás)?', '{count} {unit} atrás'],
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
  },
  connectors: {
    article: 'o|a|os|as|dia|o dia',
    since: 'desde',
    from: 'entre|desde|de|do|da',
    to: 'e|a|ao|à|até|e a|e o',
    partOfDay: '(?:de|à|pela|da) (?:manhã|tarde|noite)',
    before: 'antes d[eoa]',
    after: 'depois d[eoa]',
  },
  beforeDate: 'o|em|no|dia|o dia|no dia',
  pastWords: 'há atrás passado passada passados passadas último última últimos últimas',
  frequentWords:
    'eu você ele ela nós e é são era foi o a os as um uma de do da que não com para por em no na se me meu minha quando como disse',
}
