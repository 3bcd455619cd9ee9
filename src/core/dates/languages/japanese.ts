import { type DateLanguage, dash, hanMonths, hanNumbers, notWithinNumber, words } from './language.ts'

const inYear = '(?:(?:(?<!\\d){year}年|{yearsAgo})の?)?'
const month = `${notWithinNumber}{month}`
const date = '{date}日(?!間)'
const about = '(?:約|およそ|だいたい|大体|ほぼ)?'
const count = `${notWithinNumber}{count}{unit}`

// No spaces separate the words, so the patterns exclude longer words that contain the same characters.
export const japanese: DateLanguage = {
  code: 'ja',
  script: /[\p{sc=Han}\p{sc=Hira}]/u,
  isSpaceless: true,
  weekdays: ['月曜日 月曜', '火曜日 火曜', '水曜日 水曜', '木曜日 木曜', '金曜日 金曜', '土曜日 土曜', '日曜日 日曜'],
  shortWeekdays: words('月 火 水 木 金 土 日'),
  months: hanMonths,
  dates: hanNumbers(),
  counts: hanNumbers({ 3: '数' }),
  units: { day: '日', week: '週 週間', month: 'か月 ヶ月 カ月 ヵ月 ケ月 箇月', year: '年' },
  spans: [['半年', 6, 'month']],
  periods: {
    daysAgo: ['(?<!日)(?:今日|本日|今朝|今晩|今夜)(?!子)', '(?<!日)(?:昨日|きのう|昨夜|昨晩)(?!子)', '(?<!日)(?:一昨日|おととい)(?!子)'],
    weekendsAgo: ['(?:今週の?|この)?週末|今週末', '先週の?週?末'],
    weeksAgo: words('今週 先週 先々週'),
    monthsAgo: words('今月 先月 先々月'),
    yearsAgo: ['今年', '去年|昨年', '一昨年|おととし'],
  },
  phrases: {
    noPastDay: [
      '(?:再?来週|翌週|次|今度|毎週?|隔週)の?(?:{weekday}|週?末)(?:と{weekday})*',
      '(?:{weekday}|{date}日)(?:、|,)?(?:再?来週|翌週)',
      `${notWithinNumber}{count}{week}(?:後|おき|ごと|毎)の?{weekday}|{weekday}(?:ごと|おき)`,
      '(?:(?:毎月|再?来月)の?)?第{count}の?{weekday}',
      '(?:再?来年|毎年)の?{month}(?:の?{date}日)?',
      '(?:再?来月|毎月)の?(?:{date}日)?',
    ],
    datesInMonth: [`${inYear}${month}の?{firstDate}日?(?:から|${dash})${date}`],
    months: [`${inYear}${notWithinNumber}{firstMonth}(?:から|${dash}){month}(?![曜前号])`],
    date: [`${inYear}${month}の?${date}(?:\\({shortWeekday}\\)|\\({weekday}\\))?`],
    numericDate: [
      '(?<![\\d\\/.])(?=1[0-2])(?!10/10){monthNumber}/{number}(?![\\d\\/.])(?:\\({shortWeekday}\\)|\\({weekday}\\))?',
      '(?<![\\d\\/.]){monthNumber}/(?=1[1-9]|[23]\\d){number}(?![\\d\\/.])',
    ],
    daysOfMonth: [
      `(?:{monthsAgo}の?)?(?<![第毎\\d.\\-\\/]|(?<!先|今)月)${notWithinNumber}(?=\\d){firstDate}日?(?:から|${dash}){number}日(?:まで|(?=$|[\\s、。,!?\\)」』]|[のにはも]))`,
      `(?:{monthsAgo}の?)?(?<![第毎\\d.\\-\\/])${notWithinNumber}(?=\\d){firstDate}日と{number}日の間`,
    ],
    dateInMonth: [`{monthsAgo}の?${date}`],
    weekdayDate: [
      `{weekday}(?:の|、|,)?${date}`,
      `${notWithinNumber}${date}の?\\(?{weekday}\\)?`,
      `${notWithinNumber}${date}\\({shortWeekday}\\)`,
    ],
    sameDayAgo: ['{weeksAgo}の?{daysAgo0}', '{monthsAgo}の?{daysAgo0}', '{yearsAgo}の?{daysAgo0}', `${about}${count}前の?{daysAgo0}`],
    weekdayOfWeek: ['{weeksAgo}の?{weekday}', `${notWithinNumber}{count}{week}前の?{weekday}`],
    weekday: ['(?:(?:この)?前の|こないだの)?{weekday}'],
    ago: [`${about}${count}(?:ほど|くらい|ぐらい)?前`, `${about}{span}(?:ほど|くらい|ぐらい)?前`],
    lately: [`(?:過去|直近|ここ|この)の?${count}間?`],
    month: [`${inYear}${month}(?![曜前号])`],
    year: ['(?<!\\d){year}年(?![間前])'],
    // "20日" can also be twenty days, and "1日に3回" is three times a day.
    dayOfMonth: [
      `(?<![第毎月\\d.\\-\\/])${notWithinNumber}{number}日(?<!(?<!\\d)0?1日)(?=$|[\\s、。,!?\\)」』]|に(?![\\d一二三四五六七八九十]|何[回度])|[はのも]|から|まで)`,
    ],
  },
  connectors: { sinceAfter: 'から|以降|以来', to: 'から|〜|～' },
  pastWords: '',
  frequentWords: '',
}
