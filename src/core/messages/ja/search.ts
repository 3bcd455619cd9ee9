export const search = {
  'find.nothing': '見つかりませんでした。言葉を減らすか変えてみるか、/days で日を選んでください。',
  'find.more': '{total}件中、上位{shown}件です。言葉や日を加えると絞り込めます。',
  'find.summary': 'その日のまとめ',
  'find.who': '{who, select, you {あなた} member {{name}} other {私}}',
  'find.link': '開く',
  'find.openButton': '{number} を開く',
  'message.none': 'メッセージ #{id} はありません。',
  'message.deleted': 'メッセージ #{id} は削除されました。',
  'message.alreadyDeleted': 'メッセージ #{id} はすでに削除されています。',
  'message.unfinished': 'そのメッセージはまだ書いている途中です。終わってからもう一度お試しください。',
  'open.source': '**{who, select, you {あなた} member {{name}} other {私}}**、{day}、{time}',
  'open.above': '{source}（上のメッセージ）: [#{id}]',
  'search.onlyExcludes': '除外する言葉しかありません。探す言葉か日を加えてください。',
  'search.tooManyPhrases': '引用符で囲んだ語句が{count}個ありますが、使えるのは{max}個までです。いくつか削るか、引用符を外してください。',
  'search.tooManyExclusions': '除外する語句が{count}個ありますが、使えるのは{max}個までです。いくつか削ってください。',
  'search.operatorTooLong':
    '語句または除外の長さが{length}文字ありますが、{max}文字までです。短くするか、引用符やハイフンを外してください。',
  'search.lostEmbeddings': 'この検索は意味による検索で始まりましたが、今は使えません。最初から検索し直してください。',
  'embeddings.changedElsewhere': 'その間に別の人がモデルを変更しました。ページを再読み込みして確認してください。',
  'embeddings.notInstalled': '内蔵モデルがインストールされていません。`npm ci --include=optional` でインストールし、再起動してください。',
  'embeddings.noEncryptionKey':
    'APIキーは暗号化して保存しますが、暗号鍵がありません。`openssl rand -hex 32` の出力を ENCRYPTION_KEY に設定して再起動するか、APIキーを EMBEDDING_API_KEY に設定してください。',
}
