export const notices = {
  'access.granted': '**使えるようになりました。** そのまま話しかけてください。始め方は /start で見られます。',
  'access.introduction': 'このボットは、知っている人とだけ話します。',
  'access.setupHint': '自分のボットなら、起動時に表示されたコードを付けて `/start` を送ってください。',
  'access.allowlist': '{introduction}だれと話すかはオーナーが決めます。{setupHint}',
  'access.shared': '{introduction}利用方法はダイレクトメッセージで確認してください。',
  'access.full': '{introduction}今は順番待ちの人が多すぎます。明日もう一度書いてください。',
  'access.pairing':
    '{introduction}オーナーが利用を許可できます。コード **{code}** を送ってください。オーナーは `/approve {code}` と入力します。コードは24時間有効です。承認されるまで、書いたものは保存されません。{setupHint}',
  'access.wrongCode':
    'このセットアップコードは間違っているか、使用済みか、新しいものに置き換えられています。ボットの最後の起動時に表示されたコードを付けて `/start` を送ってください。',
  'access.request':
    '{name} が {platform} で話したがっています。コードは **{code}** です。本人から同じコードを聞いた場合だけ承認してください。24時間有効です。',
  'button.approve': '承認',
  'button.deny': '拒否',
  'button.block': 'ブロック',
  'button.unblock': 'ブロック解除',
  'button.stop': '止める',
  'button.tryAgain': 'もう一度',
  'turn.failed':
    '{reason, select, rate_limited {言語モデルが今、混み合っています。} unavailable {言語モデルが今、利用できません。} stalled {言語モデルが応答しなくなりました。} truncated {言語モデルの返答が途中で終わりました。} rejected {言語モデルに拒否されました。理由はボットの管理者がログで確認できます。} cancelled {返信は取り消されました。} interrupted {返信できませんでした。毎回中断されました。} other {返信中に会話が変わり続けました。}}{kept, select, reply {前の返信はそのままです。} other {メッセージは残っています。}}やり直すには /retry を送ってください。',
  'turn.withdrawn': 'メッセージが削除されたため、返信はありません。',
  'turn.stopped': '止めました。',
  'turn.tooLong': '返信が最大の長さに達しました。続きを頼んでください。',
  'turn.tooManyRounds': '{rounds}回まで調べました。1回の返信ではこれが上限です。もう一度聞けば、さらに調べます。',
  'delivery.unknown':
    '{kind, select, reply {「{quote}」への返信が届いていないかもしれません。} other {メッセージ「{quote}」が届いていないかもしれません。}}',
  'delivery.more': '以前の{count, plural, other {#件}}も同様です。これらが片付いたら /retry で表示します。',
  'delivery.sendAgain': '再送{number}',
  'delivery.arrived': '届いている{number}',
  'retry.turn': 'もう一度やってみます。',
  'retry.delivery': 'もう一度送ります。実は届いていた場合は、2回表示されます。',
  'retry.nothing': 'やり直すものはありません。最後の返信は送信済みです。',
  'retry.noSuch': 'その番号で届いていないかもしれないメッセージはありません。一覧は /retry で見られます。',
  'retry.confirmed': 'わかりました。もう確認しません。',
  'retry.edited': '「{quote}」（{day}）は、返信の後に編集されました。',
  'retry.answerAgain': 'もう一度返信{number}',
  'retry.again': 'もう一度返信します。新しい返信が前の返信に置き換わります。',
  'retry.noEdit': 'その番号で、返信の後に編集されたメッセージはありません。一覧は /retry で見られます。',
  'stop.done': '{stopped, select, yes {止めました。/retry でもう一度聞けます。} other {止めるものはありません。返信は書いていません。}}',
  'fresh.done': 'ここから新しい話題です。以前のメッセージは残り、必要なときに調べますが、これから書くことには影響しません。',
  'export.order': '早いほうの日を先に書いてください: /export {from} {to}',
  'export.directOnly': 'エクスポートは本人に直接だけ送ります。先に個別チャットで話しかけてから、もう一度お試しください。',
  'export.coming':
    'まもなく{where, select, here {ここ} other {個別チャット}}にファイルが届きます。読むためのものと、別の Throughline に取り込める JSON です。',
  'export.pending': 'すでにファイルを準備中です。まもなく届きます。',
  'export.tooMany': '1時間に{count}回という上限に達しました。あとでもう一度お試しください。',
  'export.onThePage': 'どちらのファイルも、ウェブページの「設定」の「エクスポート」にあります。',
  'export.links': 'どちらのファイルもウェブページにあります: {links}。/web でサインイン用のリンクを取得できます。',
  'web.none':
    'ウェブページに公開アドレスがありません。ボットの管理者が WEB_PUBLIC_URL に、アクセスできるアドレスを設定する必要があります。',
  'web.link':
    '[ウェブで会話を開く]({link})\n\nこのリンクを開いた人は、{minutes}分以内に1回だけサインインできます。人に教えないでください。{local, select, yes {ボットを動かしているマシンでだけ開けます。ほかから開くには、そこで WEB_PUBLIC_URL を設定してください。} other {}}',
  'limit.messages': '1分間の上限（{limit}件）を超えました。このメッセージからは保存しますが、返信しません。1分後にもう一度書いてください。',
  'limit.edits': '1分間の返信の上限（{limit}件）に達しました。編集は保存しましたが、返信はしていません。/retry から返信を求められます。',
  'limit.tokens':
    '1日の上限（{limit, number}トークン）に達しました。{time}（{timezone}）にリセットされます。メッセージは残っています。そのあと /retry を送れば返信します。',
  'limit.tokensShared': '上限に達したため、今日はもう返信できません。メッセージは残っています。詳しくは /usage を送ってください。',
  'limit.bytes':
    '1日の上限（{megabytes} MB）を超えるため、最後のメッセージは保存しませんでした。約{hours, plural, other {#時間}}後にリセットされます。',
  'turn.restarted': 'この返信は下で書き直しています。',
}
