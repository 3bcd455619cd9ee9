export const search = {
  'find.nothing': 'I found nothing. Try fewer or different words, or look at a day with /days.',
  'find.more': 'The best {shown} of {total} results. Add words or a day to narrow them down.',
  'find.summary': 'summary of the day',
  'find.who': '{who, select, you {you} other {me}}',
  'find.link': 'open',
  'find.openButton': 'Open {number}',
  'message.none': 'There is no message #{id}.',
  'message.deleted': 'Message #{id} was deleted.',
  'message.alreadyDeleted': 'Message #{id} was already deleted.',
  'message.unfinished': 'That message is still being written. Try again when it is finished.',
  'open.source': '**{who, select, you {You} other {Me}}**, {day}, {time}',
  'open.above': '{source}, above: [#{id}]',
}
