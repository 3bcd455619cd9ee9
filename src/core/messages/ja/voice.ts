export const voice = {
  'voice.help': '電話やブラウザで私と話す',
  'voice.setting': 'link：電話番号を連携。pin：通話で言うPINを設定',
  'voice.code': '6桁の数字、または off',
  'calling.help': '電話番号が自分のものか答える',
  'voice.none': 'ここでは通話が設定されていません。このボットの運営者は docs/voice.md を見て設定できます。',
  'voice.directOnly': '通話の準備は個別チャットでのみ行えます。ダイレクトメッセージで /voice を送ってください。',
  'voice.browser':
    '[ブラウザで通話する]({link})\n\nこのリンクは{minutes}分以内に1回だけ使えます。人に教えないでください。開いた人があなたとして通話します。',
  'voice.phone': '電話では **{number}** におかけください。`/voice link` で番号を連携し、`/voice pin` で本人確認用のPINを設定できます。',
  'voice.numberCode':
    'コードは **{code}** です。連携したい電話から **{number}** にかけ、コードを1桁ずつ言ってください。通話のあと、その番号があなたのものかここでお聞きします。\n\nコードは10分以内に1回だけ使えます。',
  'voice.noPhone': 'ここにはかけられる電話番号がありません。ブラウザで通話するには /voice を送ってください。',
  'voice.pinInvalid': 'PINは{length}桁で、111111 や 123456 のような簡単なものは使えません。このように送ってください：`/voice pin 274905`',
  'voice.pinHow':
    '{length}桁のPINを設定してください：`/voice pin 274905`。連携した番号からの通話で言えば、あなただとわかります。`/voice pin off` で削除できます。',
  'voice.pinSet':
    'PINを設定しました。連携した番号からの通話で1桁ずつ言ってください。PINを書いたメッセージは、私がどこでも削除できるわけではないので、ご自分で削除してください。',
  'voice.pinRemoved': 'PINを削除しました。ほかに本人を確認するものがないため、あなたの番号からの通話は今後保存されません。',
  'voice.pinExposed': 'ほかの人に見られた可能性があるため、そのPINは設定しませんでした。ダイレクトメッセージで別のPINを送ってください。',
  'voice.numberQuestion':
    '**{number} はあなたの番号ですか？** この番号からの通話で、あなたのコードが読み上げられました。「はい」と答えると、この番号からの通話ではお名前でお呼びします。個人的な内容にはPINも必要です。',
  'voice.confirm': 'はい、私の番号です',
  'voice.decline': 'いいえ',
  'voice.numberLinked':
    '**{number} を連携しました。** {pin, select, yes {この番号からの通話では、本人とわかるようにPINを言ってください。} other {次に、この番号からの通話で言うPINを設定してください。/voice pin と6桁の数字を送ります。}}',
  'voice.numberDeclined': '{number} は連携しませんでした。',
  'voice.numberTaken': '{number} はすでに別の人と連携しています。その人は /unlink で切り離せます。',
  'voice.unproven':
    'あなたと連携した番号から通話がありましたが、PINを確認できませんでした。番号は偽装できるため、通話の内容は保存していません。次回はPINを1桁ずつ言ってください。PINは `/voice pin` で設定できます。',
  'voice.unlinkQuestion':
    '**{account}** を切り離しますか？ この番号からの通話は知らない人のものとして扱われます。保存済みの通話はこの会話に残ります。',
  'voice.unlinkYes': '切り離す',
  'voice.unlinked': '**{account} を切り離しました。** 保存済みの通話はこの会話に残ります。',
  'voice.pageTitle': '通話',
  'voice.pageText': 'このリンクは1回だけ使えます。通話で会話の続きができます。',
  'voice.pageCall': '通話を始める',
  'voice.pageSpent': 'このリンクは使用済みか、期限切れです。新しいリンクを受け取るには /voice を送ってください。',
  'page.call': '電話',
  'page.call.length': '{minutes, plural, =0 {{seconds, plural, other {#秒}}} other {#分}}',
  'page.accounts.unlink-number': 'この番号からの通話は知らない人のものとして扱われます。保存済みの通話はこの会話に残ります。',
}
