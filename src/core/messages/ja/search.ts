export const search = {
  'find.nothing': '見つかりませんでした。言葉を減らすか変えてみるか、/days で日を選んでください。',
  'find.more': '{total}件中、上位{shown}件です。言葉や日を加えると絞り込めます。',
  'find.summary': 'その日のまとめ',
  'find.who': '{who, select, you {あなた} other {私}}',
  'find.link': '開く',
  'find.openButton': '{number} を開く',
  'message.none': 'メッセージ #{id} はありません。',
  'message.deleted': 'メッセージ #{id} は削除されました。',
  'message.alreadyDeleted': 'メッセージ #{id} はすでに削除されています。',
  'message.unfinished': 'そのメッセージはまだ書いている途中です。終わってからもう一度お試しください。',
  'open.source': '**{who, select, you {あなた} other {私}}**、{day}、{time}',
  'open.above': '{source}（上のメッセージ）: [#{id}]',
}
