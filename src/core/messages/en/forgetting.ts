export const forgetting = {
  'forget.forms':
    '**What should I delete?** I show a preview first, and delete nothing until you confirm.\n\n- a message: send /forget as a reply to it, or /forget #123\n- a day: /forget yesterday, /forget 2026-11-03\n- a memory: /forget memory 12\n- a topic: /forget garden party deletes whatever contains all of these words\n- everything: /forget everything',
  'forget.today': 'Today',
  'forget.everything': 'Everything',
  'forget.nothing':
    '{kind, select, message {There is nothing to delete in that message.} day {There is nothing to delete on that day. /days lists your days.} memory {There is no memory with that number. /memories shows what I remember.} other {I found nothing that contains all of these words. Try fewer or different words.}}',
  'forget.foreignMessage':
    'That message is not part of our conversation, so there is nothing to delete. Name a message by its number, as in /forget #123, or a topic by its words, as in /forget topic garden party.',
  'forget.tooCommon': 'These words are too common to search for. Name the topic more precisely, as in /forget garden party.',
  'forget.memoryNumber': 'Write the number of a memory, as in /forget memory 12.',
  'forget.previewNumber': 'Write the number of a preview, as in /forgetting confirm 12.',
  'forget.preview': '{kind, select, everything {**This would permanently delete everything:**} other {**This would permanently delete:**}}',
  'forget.userMessages': '{count, plural, one {# message} other {# messages}} of yours',
  'forget.botMessages': '{count, plural, one {# message} other {# messages}} of mine',
  'count.files': '{count, plural, one {# file} other {# files}}',
  'count.memories': '{count, plural, one {# memory} other {# memories}}',
  'forget.quotes': '{count, plural, one {# quotation} other {# quotations}} of you in other conversations',
  'forget.summaries': '{count, plural, one {# day summary} other {# day summaries}}, rewritten from what remains',
  'forget.names': 'your command requests and your names',
  'forget.hasMore': 'There is more; these are the newest matches. Run /forget again when they are deleted.',
  'forget.nothingYet': 'Nothing has been deleted yet. Messages in your chat app stay there until you delete them yourself.',
  'forget.outcome':
    '{outcome, select, started {I am deleting it, and will notify you when it is done.} running {I am already deleting it.} done {That has already been deleted.} expired {This preview has expired, and there may be more to delete by now. Run /forget again.} other {No deletion with that number is waiting for an answer.}}',
  'forget.progress': 'I am already deleting it. {count, number} messages so far.',
  'forget.kept': 'Nothing was deleted.',
  'forget.exportPending':
    'The export you requested is still being prepared and includes what you want to delete. Confirm again when the files have arrived.',
  'forget.doneEverything': 'Everything was deleted. A new conversation starts here.',
  'forget.done': 'Deleted: {counts}, and everything derived from that.',
}
