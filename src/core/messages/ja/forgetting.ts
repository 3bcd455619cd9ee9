export const forgetting = {
  'forget.forms':
    '**何を削除しますか？** まずプレビューを表示し、確認するまで何も削除しません。\n\n- メッセージ: /forget と返信するか、/forget #123\n- 日: /forget 昨日、/forget 2026-11-03\n- 記憶: /forget memory 12\n- 話題: /forget 庭 パーティー で、すべての言葉を含むものを削除\n- すべて: /forget everything',
  'forget.today': '今日',
  'forget.everything': 'すべて',
  'forget.nothing':
    '{kind, select, message {そのメッセージには削除するものがありません。} day {その日には削除するものがありません。日付の一覧は /days で見られます。} memory {その番号の記憶はありません。/memories で覚えていることを表示します。} other {これらの言葉をすべて含むものは見つかりませんでした。言葉を減らすか変えてみてください。}}',
  'forget.foreignMessage':
    'そのメッセージは私たちの会話のものではないため、削除するものがありません。/forget #123 のように番号で、または /forget topic 庭 パーティー のように話題の言葉で指定してください。',
  'forget.tooCommon': 'これらの言葉は一般的すぎます。/forget 庭 パーティー のように、もっと具体的に書いてください。',
  'forget.memoryNumber': '/forget memory 12 のように、記憶の番号を書いてください。',
  'forget.previewNumber': '/forgetting confirm 12 のように、プレビューの番号を書いてください。',
  'forget.preview': '{kind, select, everything {**すべてが完全に削除されます:**} other {**次のものが完全に削除されます:**}}',
  'forget.userMessages': '{count, plural, other {あなたのメッセージ#件}}',
  'forget.botMessages': '{count, plural, other {私のメッセージ#件}}',
  'count.files': '{count, plural, other {ファイル#件}}',
  'count.memories': '{count, plural, other {記憶#件}}',
  'forget.quotes': '{count, plural, other {ほかの会話で引用されたあなたの発言#件}}',
  'forget.summaries': '{count, plural, other {まとめ#件}}（残ったものから書き直します）',
  'forget.names': 'あなたのコマンドと名前',
  'forget.hasMore': 'ほかにもあります。これは新しいものです。削除されたら、もう一度 /forget を送ってください。',
  'forget.nothingYet': 'まだ何も削除していません。チャットアプリのメッセージは、自分で削除するまで残ります。',
  'forget.outcome':
    '{outcome, select, started {削除しています。終わったらお知らせします。} running {すでに削除しています。} done {すでに削除されています。} expired {このプレビューは期限切れで、削除するものが増えているかもしれません。もう一度 /forget を送ってください。} other {その番号で確認待ちの削除はありません。}}',
  'forget.progress': 'すでに削除しています。これまでに{count, number}件です。',
  'forget.kept': '何も削除しませんでした。',
  'forget.exportPending':
    '依頼されたエクスポートを準備中で、削除したいものが含まれています。ファイルが届いてからもう一度確認してください。',
  'forget.doneEverything': 'すべて削除しました。ここから新しい会話が始まります。',
  'forget.done': '削除しました: {counts}と、そこから作られたものすべて。',
}
