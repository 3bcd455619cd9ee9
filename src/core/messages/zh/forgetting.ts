export const forgetting = {
  'forget.forms':
    '**要我删除什么？** 我会先显示预览，在你确认前不会删除任何内容。\n\n- 一条消息：用 /forget 回复它，或 /forget #123\n- 一天：/forget 昨天、/forget 2026-11-03\n- 一条记忆：/forget memory 12\n- 一个话题：/forget 花园 聚会 会删除包含所有这些词的内容\n- 全部：/forget everything',
  'forget.today': '今天',
  'forget.everything': '全部',
  'forget.nothing':
    '{kind, select, message {那条消息里没有可删除的内容。} day {那一天没有可删除的内容。用 /days 查看你的日子。} memory {没有这个编号的记忆。用 /memories 查看我记住的内容。} other {没有找到同时包含这些词的内容。试试更少或不同的词。}}',
  'forget.foreignMessage':
    '那条消息不属于我们的对话，没有可删除的内容。请用编号指定消息，例如 /forget #123，或用词语指定话题，例如 /forget topic 花园 聚会。',
  'forget.tooCommon': '这些词太常见了。请说得更具体，例如 /forget 花园 聚会。',
  'forget.memoryNumber': '请写记忆的编号，例如 /forget memory 12。',
  'forget.previewNumber': '请写预览的编号，例如 /forgetting confirm 12。',
  'forget.preview': '{kind, select, everything {**这会永久删除全部内容：**} other {**这会永久删除：**}}',
  'forget.userMessages': '{count, plural, other {你的 # 条消息}}',
  'forget.botMessages': '{count, plural, other {我的 # 条消息}}',
  'count.files': '{count, plural, other {# 个文件}}',
  'count.memories': '{count, plural, other {# 条记忆}}',
  'forget.quotes': '{count, plural, other {其他对话中 # 处引用你的话}}',
  'forget.summaries': '{count, plural, other {# 份每日摘要}}（将根据剩余内容重写）',
  'forget.names': '你的命令和名字',
  'forget.hasMore': '还有更多，这些是最新的。删除后请再发一次 /forget。',
  'forget.nothingYet': '还没有删除任何内容。聊天应用里的消息会保留，直到你自己删除。',
  'forget.outcome':
    '{outcome, select, started {正在删除，完成后会通知你。} running {已经在删除了。} done {早已删除。} expired {这个预览已过期，现在可能有更多内容要删除。请再发一次 /forget。} other {没有这个编号的删除在等待确认。}}',
  'forget.progress': '已经在删除了，目前 {count, number} 条消息。',
  'forget.kept': '没有删除任何内容。',
  'forget.exportPending': '你请求的导出仍在准备，其中包含你想删除的内容。文件到达后请再确认一次。',
  'forget.doneEverything': '已全部删除。新的对话从这里开始。',
  'forget.done': '已删除：{counts}，以及由此产生的一切。',
}
