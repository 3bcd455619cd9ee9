import { type DateLanguage, dash, hanMonths, hanNumbers, notWithinNumber } from './language.ts'

// Simplified and traditional characters are read alike.
const week = '(?:周|週|星期|礼拜|禮拜)'
const one = '(?:个|個)?'
const here = '(?:这|這|本)'
const month = `${notWithinNumber}{month}`
const inYear = '(?:(?:(?<![0-9〇零一二三四五六七八九])(?:公元)?{year}年|{yearsAgo})的?)?'
const dateEnd = '(?:日|号|號)'
const date = `{date}${dateEnd}`
const about = '(?:大约|大約|大概|约|約|差不多|将近|將近)?'
const besideWeekday = '(?:\\(?(?:周|週|星期|礼拜|禮拜)[一二三四五六日天]\\)?)?'
const count = `${notWithinNumber}{count}{unit}`
/** "Once a week" and "all around" contain the name of a weekday. "Together" and others begin with the last sign of Monday. */
const notWithinWord = '(?<![一二两兩三四五六七八九十0-9每毎先来來几幾数數整四下])'
const endOfWeekday = '(?![次回遍共起样樣直边邊些定旦切般常曜])'
const weekday = `{weekday}${endOfWeekday}`

/** No part of a longer number, date or count. */
const bareNumber = `(?<![第每\\d月.\\-\\/])${notWithinNumber}`
/** The sign of a day, but not "within 20 days" or "20 yen". */
const endOfDay = '日(?![間间元后後内內前里裡圆圓分目]|以(?!来|來))'
/** "The 20th", but not "building 20". */
const endOfNumber = '[号號](?![楼樓线線房门門桌位機机车車馆館院选選球队隊店铺鋪井字文码碼库庫柜櫃公电電种種人座台机室厅廳])'

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
  spans: [['半年', 6, 'month']],
  periods: {
    daysAgo: ['(?<!日)今[天日早晚晨夜儿](?!子)', '(?<!日)昨[天日晚夜早儿]', '(?<![以之目从從提面眼先大])前[天晚](?![天气氣空])', '大前天'],
    weekendsAgo: [`(?:${here}${one})?(?:周|週)末`, `上${one}(?:周|週)末`],
    weeksAgo: [`${here}${one}${week}`, `上${one}${week}(?![围圍边邊全密期])`, `上上${one}${week}`],
    monthsAgo: [`${here}${one}月(?![一二三四五六七八九十])`, `上${one}月`, `上上${one}月`],
    yearsAgo: ['今年', '去年', '(?<![以之目从從])前年', '大前年'],
  },
  phrases: {
    noPastDay: [
      `下下?${one}${week}的?(?:,|、| )?(?:{weekday}|{shortWeekday})`,
      `(?:{weekday}|${bareNumber}${date})(?:,|、| )?下下?${one}${week}`,
      `${notWithinNumber}{count}{week}(?:之|以)?[后後]的?{weekday}`,
      `每(?:隔)?(?:{count})?${one}(?:${week}的?)?{weekday}(?:(?:和|与|與|及|或|、){weekday})*`,
      `(?:隔|单|雙|双|單)(?:{count})?${one}(?:${week}的?)?{weekday}`,
      `每${one}月的?第{count}${one}{weekday}|逢${date}`,
      `(?:下下?${one}|每${one}|逢)(?:{weekday}|(?:周|週)末|${week}|月(?!亮|饼|餅)(?:的?${date})?)`,
      '(?:明|后|後|每)年的?(?:{month}(?:{date}(?:日|号|號))?)?',
      // "Ten months pregnant", a band.
      '十月怀胎|五月天',
      // "Once a month".
      '一月(?:[一二两兩三四五几幾数]|\\d+)次',
    ],
    datesInMonth: [`${inYear}${month}{firstDate}(?:日|号|號)?(?: ?(?:到|至) ?|${dash})${date}(?![前间間])`],
    months: [`${inYear}${notWithinNumber}{firstMonth}(?: ?(?:到|至) ?|${dash}){month}份?(?![曜一二三四五六七八九十])`],
    date: [`${inYear}${month}${date}${besideWeekday}(?![间間])`, `{weekday}(?:,|、| )?{month}${date}(?![间間])`],
    numericDate: [
      '(?<![\\d\\/.])(?=1[0-2])(?!10/10){monthNumber}/{number}(?![\\d\\/.])',
      '(?<![\\d\\/.]){monthNumber}/(?=1[1-9]|[23]\\d){number}(?![\\d\\/.])',
    ],
    daysOfMonth: [
      `(?:{monthsAgo}的?|${bareNumber})(?=\\d){firstDate}(?:日|号|號)?(?: ?(?:到|至) ?|${dash}){number}(?:${endOfDay}|${endOfNumber})`,
      `(?:{monthsAgo}的?|${bareNumber})(?=\\d){firstDate}(?:日|号|號)(?:和|与|與|跟){number}(?:日|号|號)之[间間]`,
    ],
    dateInMonth: [`{monthsAgo}的?${date}`],
    weekdayDate: [`${notWithinWord}{weekday}(?:,|、| )?\\(?${date}\\)?`, `${notWithinNumber}${date}(?:,|、| )?\\(?{weekday}\\)?`],
    sameDayAgo: [
      `{weeksAgo}的?{daysAgo0}`,
      `{monthsAgo}的?{daysAgo0}`,
      `{yearsAgo}的?{daysAgo0}`,
      `${about}${count}(?:之|以)?前的?{daysAgo0}`,
    ],
    weekdayOfWeek: [
      `{weeksAgo}{shortWeekday}${endOfWeekday}`,
      `{weeksAgo}的?${weekday}`,
      `${about}${notWithinNumber}{count}{week}(?:之|以)?前的?${weekday}`,
    ],
    weekday: [`${notWithinWord}${weekday}`],
    ago: [`${about}${count}(?:左右)?(?:之|以)?前`, `${about}{span}(?:多)?(?:之|以)?前`],
    lately: [`(?:过去|過去|最近|近)(?:的|这|這)?${count}`, `(?:这|這)${count}`],
    month: [`${inYear}${month}份?(?!曜)`],
    year: ['(?<![0-9]){year}年(?![前间間])'],
    dayOfMonth: [
      `${bareNumber}{number}${endOfDay}`,
      `(?<=[在从從自到至直于於])(?<![\\d号號日][到至])${bareNumber}{number}${endOfNumber}`,
      `{lineStart}${bareNumber}{number}${endOfNumber}{lineEnd}`,
      `${bareNumber}{number}${endOfNumber}(?=的?(?:会议|會議|开会|開會|聚会|聚會|约会|約會|活动|活動|计划|計劃|行程|日程|事)|起|以来|以來|至今|开始|開始|那天|当天|當天|早上|上午|中午|下午|晚上|夜里|夜裡)`,
      `${bareNumber}{number}${endOfNumber}{happened}`,
    ],
  },
  happened:
    '(?:说|說|聊|谈|談|讲|講|做|干|去|讨论|討論|决定|決定|发生|發生|见|見|开会|開會|提到|写|寫|吃|玩|商量|约定|約定)[^\\n。!?]{0,4}(?:了|过|過|什么|什麼|啥|哪)',
  connectors: { since: '自从|自從|自|从|從', sinceAfter: '以来|以來|至今|起|开始|開始', to: '到|至|-|~|—' },
  pastWords: '',
  frequentWords: '',
}
