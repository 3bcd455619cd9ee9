import { hanMonths, hanNumbers, notWithinNumber } from './han-numbers.ts'
import { type DateLanguage, dash } from './language.ts'

// Simplified and traditional characters are read alike.
const week = '(?:周|週|星期|礼拜|禮拜)'
const one = '(?:个|個)?'
const here = '(?:这|這|本)'
const month = `${notWithinNumber}{month}`
const inYear = '(?:(?:(?<![0-9〇零一二三四五六七八九])(?:公元)?{year}年|{yearsAgo})的?)?'
const date = '{date}(?:日|号|號)'
const besideWeekday = '(?:\\(?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]\\)?)?'
const count = `${notWithinNumber}{count}{unit}`
/** "Once a week" and "all around" contain the name of a weekday. "Together" and others begin with the last sign of Monday. */
const notWithinWord = '(?<![一二两兩三四五六七八九十0-9每毎先来來几幾数數整四下])'
const endOfWeekday = '(?![次回遍共起样樣直边邊些定旦切般常曜])'
const weekday = `{weekday}${endOfWeekday}`

// No spaces separate the words, so the patterns exclude longer words that contain the same characters.
export const chinese: DateLanguage = {
  code: 'zh',
  // Text with kana is Japanese.
  script: /^(?=.*\p{sc=Han})[^\p{sc=Hira}\p{sc=Kana}]*$/su,
  isSpaceless: true,
  weekdays: Array.from('一二三四五六日', (sign) =>
    ['周', '週', '星期', '礼拜', '禮拜'].flatMap((name) => [name + sign, ...(sign === '日' ? [`${name}天`] : [])]).join(' '),
  ),
  // For "Tuesday last week", which is "上周二".
  shortWeekdays: ['一', '二', '三', '四', '五', '六', '日 天'],
  months: hanMonths,
  dates: hanNumbers(),
  counts: hanNumbers({ 2: '两 兩', 3: '几 幾 数 數' }),
  units: {
    day: '天 日',
    week: ['周', '週', '星期', '礼拜', '禮拜'].flatMap((name) => [name, `个${name}`, `個${name}`]).join(' '),
    month: '个月 個月',
    year: '年',
  },
  periods: {
    daysAgo: ['(?<!日)今[天日早晚晨夜儿](?!子)', '(?<!日)昨[天日晚夜早儿]', '(?<![以之目从從提面眼先大])前[天晚](?![天气氣空])', '大前天'],
    weekendsAgo: [`(?:${here}${one})?(?:周|週)末`, `上${one}(?:周|週)末`],
    weeksAgo: [`${here}${one}${week}`, `上${one}${week}(?![围圍边邊全密期])`, `上上${one}${week}`],
    monthsAgo: [`${here}${one}月(?![一二三四五六七八九十])`, `上${one}月`, `上上${one}月`],
    yearsAgo: ['今年', '去年', '(?<![以之目从從])前年', '大前年'],
  },
  phrases: {
    noPastDay: [
      `(?:下下?${one}|每${one}|逢)(?:{weekday}|(?:周|週)末|${week}|月(?!亮|饼|餅))`,
      '(?:明|后|後|每)年的?(?:{month}(?:{date}(?:日|号|號))?)?',
      // "Ten months pregnant", a band.
      '十月怀胎|五月天',
      // "Once a month".
      '一月(?:[一二两兩三四五几幾数]|\\d+)次',
    ],
    datesInMonth: [`${inYear}${month}{firstDate}(?:日|号|號)?(?: ?(?:到|至) ?|${dash})${date}(?![前间間])`],
    months: [`${inYear}${notWithinNumber}{firstMonth}(?: ?(?:到|至) ?|${dash}){month}份?(?![曜一二三四五六七八九十])`],
    date: [`${inYear}${month}${date}${besideWeekday}(?![间間])`],
    dateInMonth: [`{monthsAgo}的?${date}`],
    weekdayOfWeek: [`{weeksAgo}{shortWeekday}${endOfWeekday}`],
    weekday: [`${notWithinWord}${weekday}`],
    ago: [`${count}(?:之|以)?前`],
    lately: [`(?:过去|過去|最近|近)(?:的|这|這)?${count}`, `(?:这|這)${count}`],
    month: [`${inYear}${month}份?(?!曜)`],
    year: ['(?<![0-9]){year}年(?![前间間])'],
  },
  connectors: { since: '自从|自從|自', sinceAfter: '以来|以來|至今|起|开始|開始', to: '到|至|-|~|—' },
  pastWords: '',
  frequentWords: '',
}
