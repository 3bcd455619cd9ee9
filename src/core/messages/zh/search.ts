export const search = {
  'find.nothing': '没有找到。试试更少或不同的词，或用 /days 选一天看看。',
  'find.more': '共 {total} 条结果，显示最相关的 {shown} 条。加上词语或日期可以缩小范围。',
  'find.summary': '当天摘要',
  'find.who': '{who, select, you {你} other {我}}',
  'find.link': '打开',
  'find.openButton': '打开 {number}',
  'message.none': '没有消息 #{id}。',
  'message.deleted': '消息 #{id} 已删除。',
  'message.alreadyDeleted': '消息 #{id} 早已删除。',
  'message.unfinished': '那条消息还在写。写完后再试。',
  'open.source': '**{who, select, you {你} other {我}}**，{day}，{time}',
  'open.above': '{source}，见上方：[#{id}]',
}
