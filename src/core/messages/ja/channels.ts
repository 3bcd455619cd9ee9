export const channels = {
  'channel.help': 'チャンネル管理者用: このチャンネルを記録する、または記録をやめる（optout はだれでも使えます）',
  'channel.action': 'on、off、erase、keep、timezone、related、optout、optin。省略すると今の状態',
  'channel.value': 'keep は 90d のような日数か always、timezone は「地域/都市」、related は #チャンネル か none',
  'summarize.help': 'このチャンネルで話されたことをまとめる: /summarize この2時間',
  'summarize.range': 'この2時間、月曜日から、昨日など。省略すると直近の24時間',
  'rebuild.help': 'チャンネル管理者用: このチャンネルのまとめをすべて作り直す',
  'history.help': 'チャンネル管理者用: ここで以前に話されたことも記録する: /history 30d',
  'history.days': '30d のように、どこまでさかのぼるか。省略すると7日間',
  'channel.sharedOnly': 'このコマンドはチャンネルとグループ用です。そちらで入力してください。',
  'channel.managersOnly': 'この操作は、{platform} でこのチャンネルを管理している人と、ボットのオーナーだけができます。',
  'channel.managersUnknown':
    'あなたがこのチャンネルの管理者かどうか、{platform} に確認できませんでした。少し待ってからもう一度お試しください。',
  'channel.unsupported': '{platform} のチャンネルは記録できません。',
  'channel.neverOn': 'このチャンネルは記録されていません。管理者が /channel on で記録を始められます。',
  'channel.status':
    'このチャンネルは{state, select, on {**記録中**です} other {現在**記録していません**が、これまでの記録は残っています}}: メッセージ{messages, plural, other {#件}}、まとめ{summaries, plural, other {#件}}。タイムゾーンは {timezone} です。{keep, plural, =0 {メッセージは削除されません} other {メッセージは#日後に削除され、まとめは残ります}}。{optedOut, select, yes {あなたがここに書くことは記録されません。記録するには /channel optin を送ってください。} other {あなたがここに書くことを記録されたくない場合は、/channel optout を送ってください。}}',
  'channel.announcement':
    '{name}さんの依頼で、**これからこのチャンネルを記録します**。記録するのは、だれがいつ何を書いたかと、画像やファイルの数です。これで、その場にいたかのように答えられます。記録を見られるのは、このチャンネルを読める人だけです。{days, plural, =0 {} other {過去#日間にここに書かれたことも読みます。}}\n\n- 記録されたくない場合は、`/channel optout` を送ってください。\n- 私と話したことがなくても、`/forget` で自分が書いたものを削除でき、`/export` で受け取れます。\n- 質問があれば、私をメンションしてください。',
  'channel.on': 'これからこのチャンネルを記録します。ここにいる全員に知らせました。`/channel off` で記録をやめます。',
  'channel.alreadyOn': 'このチャンネルはすでに記録中です。`/channel off` で記録をやめます。',
  'channel.noAccess':
    '{platform} のこのチャンネルをまだ読めません。私を追加し、メッセージとその履歴を読めるようにしてください。それから `/channel on` をもう一度送ってください。',
  'channel.notDelivered':
    '{platform} では私宛てのものしか届かないため、まだ記録できるものがありません。{remedy}それから `/channel on` をもう一度送ってください。',
  'channel.hint.discord':
    'Discord の開発者ポータルでボットの Message Content を有効にし、DISCORD_MESSAGE_CONTENT=on を設定して、私を再起動してください。',
  'channel.hint.telegram':
    '私をこのグループの管理者にするか、@BotFather の /setprivacy で私のプライバシーモードをオフにして、もう一度追加してください。',
  'channel.hint.slack': 'マニフェストにあるスコープとイベントをアプリに与え、インストールし直して、私をこのチャンネルに招待してください。',
  'channel.off': 'このチャンネルの記録をやめました。これまでの記録は残っています。`/channel on` で再開、`/channel erase` で削除できます。',
  'channel.offNotice': '**このチャンネルの記録をやめました**。これまでの記録は、このチャンネルを読める人のために残っています。',
  'channel.alreadyOff': 'このチャンネルは記録していません。これまでの記録は残っています。`/channel erase` で削除できます。',
  'channel.erasePreview':
    'このチャンネルの記録が全員の分すべて削除されます: メッセージ{messages, plural, other {#件}}、まとめ{summaries, plural, other {#件}}。記録もそこで終わります。私に話しかけた内容は、それぞれの会話に残ります。元に戻せません。',
  'channel.eraseButton': '記録を削除',
  'channel.erased': 'このチャンネルの記録を、まとめもすべて含めて削除しました。',
  'channel.eraseNotice': '**このチャンネルの記録を削除しました**。まとめもすべて削除し、もう記録していません。',
  'channel.keepForm': '`/channel keep 90d` のように keep のあとに日数を書くか、`/channel keep always` と書いてください。',
  'channel.keep':
    '{days, plural, =0 {これからは、このチャンネルのメッセージを削除せずに残します。} other {このチャンネルのメッセージは#日後に削除されます。まとめは残ります。}}',
  'channel.keepNotice':
    '**{days, plural, =0 {これからは、このチャンネルのメッセージを削除せずに残します。} other {このチャンネルのメッセージを#日後に削除します。まとめは残ります。}}**',
  'channel.timezone': 'このチャンネルのまとめの時刻を {timezone} に合わせました。',
  'channel.relatedForm':
    '`/channel related #ほかのチャンネル` のように related のあとにチャンネルを書くか、`/channel related none` と書いてください。',
  'channel.relatedUnknown':
    '{name} という記録中のチャンネルが見つかりません。同じサーバーにあり、記録中である必要があります。先にそちらで `/channel on` を送ってください。',
  'channel.relatedNotManager': 'あなたは {name} の管理者ではありません。両方のチャンネルを管理している人だけができます。',
  'channel.relatedUnreadable':
    'このチャンネルを読める人の全員が {name} を読めるわけではないか、{platform} では確認できません。そのため、その内容をここに出すことはできません。',
  'channel.related': 'ここで答えるとき、{name} の最新のまとめも参考にします。',
  'channel.relatedNone': 'ここで答えるとき、ほかのチャンネルは参考にしません。',
  'channel.optout':
    'これからは、このチャンネルであなたが書くことを記録しません。ただし、私宛てのものは除きます。これまでの記録は残ります。削除するには `/forget`、また記録するには `/channel optin` を送ってください。',
  'channel.optin': 'このチャンネルであなたが書くことを、また記録します。',
  'summarize.nothing': 'その間、このチャンネルでは何も話されていません。',
  'summarize.answer': '**{range}**、メッセージ{messages, plural, other {#件}}:\n\n{text}',
  'summarize.partial': 'これは{from}以降に話された分だけです。それより前の分も含めると、一度にまとめるには多すぎます。',
  'summarize.notATime': '「{text}」は期間として読めません。「この2時間」「月曜日から」「昨日」のように書いてください。',
  'summarize.failed': '今はまとめを作れませんでした。あとでもう一度お試しください。',
  'rebuild.started': 'このチャンネルのまとめを裏で作り直しています。進み具合は `/rebuild` で見られます。',
  'rebuild.preview':
    'このチャンネルのまとめをすべて作り直しますか？ メッセージのある30分の区切りが{windows, plural, other {#個}}、およそ{tokens}トークンです。',
  'rebuild.button': '作り直す',
  'channel.notAdmitted':
    'このチャンネルでは私と話せます。この操作には、先にアクセスの許可が必要です。私にダイレクトメッセージを送ってください。',
  'rebuild.progress': 'このチャンネルのまとめを作り直しています: {total}件中{done}件が完了しました。',
  'rebuild.nothing': 'このチャンネルには、まだまとめるものがありません。',
  'history.form': '`/history 30d` のように日数を書いてください。さかのぼれるのは最大{most}日です。',
  'history.none': '{platform} では、ボットは以前に話されたことを読めません。{remedy}',
  'history.hint.telegram':
    'Telegram のアプリでチャットを JSON としてエクスポートし、npx throughline import telegram result.json でインポートしてください。',
  'history.started':
    'ここで過去{days, plural, other {#日間}}に話されたことを読んでいます。裏で処理を続けます。進み具合は `/history` で見られます。',
  'history.progress': '{day}からここで話されたことを読んでいます。今のところメッセージ{messages, plural, other {#件}}です。',
  'history.done':
    'ここで以前に話されたことを読みました。{messages, plural, =0 {抜けはありませんでした} other {抜けていたメッセージは#件です}}。',
  'exportFile.channel': '{name} の記録',
  'exportFile.channelSummaries': 'まとめ',
}
