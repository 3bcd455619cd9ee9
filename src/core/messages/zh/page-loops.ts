import type { pageLoops as english } from '../en/page-loops.ts'

export const pageLoops: Readonly<Record<keyof typeof english, string>> = {
  'page.loops': '待办',
  'page.loops.add': '有什么要做的？',
  'page.loops.add-hint': '写上时间，我就会提醒你：周五9点给安打电话',
  'page.loops.add-button': '添加',
  'page.loops.open': '未完成',
  'page.loops.closed': '最近完成',
  'page.loops.none': '没有未完成的事项',
  'page.loops.none-hint': '添加你要做的事，或者直接在对话中告诉我。',
  'page.loops.move': '改时间',
  'page.loops.when': '新的时间',
  'page.loops.when-hint': '例如：明天，或下周五9点',
  'page.loops.text': '新的内容',
  'page.loops.save': '保存',
  'page.loops.source': '来自这条消息',
  'page.loops.closed-by': '由这条消息完成',
  'page.loops.dropped': '已放弃',
  'page.loops.was-due': '已过期：{when}',
  'page.loops.all': '全部',
  'page.loops.no-text': '请写要做什么。',
  'page.loops.too-long': '太长了：最多 {most, number} 个字符。请缩短。',
}
