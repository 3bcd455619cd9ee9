export const exportFile = {
  'exportFile.title': '{name} 的对话',
  'exportFile.settings': '- 时区：{timezone}\n- 语言：{language}\n- 每日总结：{digest}',
  'exportFile.summary': '当日总结',
  'exportFile.messages': '消息',
  'exportFile.memories': '记忆',
  'exportFile.quoted': '被他人引用',
  'exportFile.you': '你',
  'exportFile.deleted': '已删除',
  'exportFile.file': '文件：{name}',
  'exportFile.reference': '{kind, select, reply {回复} quote {引用} forward {转发} other {话题}}',
  'exportFile.archived': '已归档',
}
