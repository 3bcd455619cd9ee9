export const accounts = {
  'account.on': '{platform} の{name}',
  'account.someone': 'だれか',
  'account.an': 'あるアカウント',
  'account.party': '{platform} の**{name}**{handle}（{since, select, none {はじめてのアカウント} other {{since}から利用}}）',
  'accounts.line': '**{id}** · {account}、{day}から{here, select, yes {（このアカウント）} other {}}',
  'accounts.list': '{accounts}\n\n/link で別のアカウントを追加できます{canUnlink, select, yes {。/unlink で切り離せます} other {}}。',
  'unlink.noSuch': 'その番号で切り離せるアカウントはありません。/accounts で一覧を見られます。',
  'unlink.onlyOne': '切り離せるアカウントがありません。これが唯一のアカウントで、会話はこれに属しています。',
  'unlink.which': 'どれですか？\n\n{accounts}',
  'unlink.question':
    '**{account}** を切り離しますか？ 独自の会話を持つようになります。{canStay, select, yes {そのメッセージと私の返信は、ここに残すことも移すこともできます。} other {連携してから7日未満なので、そのメッセージと私の返信も一緒に移ります。}}',
  'unlink.stay': '切り離す（メッセージは残す）',
  'unlink.move': '切り離す（メッセージも移す）',
  'unlink.ownerOnly':
    'オーナー権限のあるアカウントを切り離せるのは、オーナー権限のあるアカウントだけです。そのアカウントを使ってください。',
  'unlink.mustMove': '連携してから7日未満なので、もう一方のアカウントのメッセージも一緒に移ります。',
  'unlink.done':
    '**{account} との連携を解除しました。** {moved, select, yes {そのメッセージと返信も一緒に移りました。} other {これまでのメッセージはこの会話に残ります。}}新しいものはここには表示されません。',
  'unlink.newConversation':
    '**このアカウントの連携を解除しました。** {moved, select, yes {メッセージと返信も一緒に移りました。} other {次のメッセージから新しい会話が始まります。これまでのメッセージは連携していた会話に残ります。}}',
  'unlink.ownerNotice': '**{account}** の連携が解除され、独立した利用者になりました。連携で得たアクセス権でも、そのまま残ります。',
  'link.code.created':
    'コードは **{code}** です。もう一方のアカウントから私に直接 `/link {code}` と送ってください。その後、両方のアカウントで本人確認をします。',
  'link.useLink': '{platform} では[このリンク]({url})が使えます。',
  'link.once':
    '有効なのは10分以内に1回だけです。人に教えないでください。両方のアカウントの会話がひとつになり、どちらからもすべて読めます。',
  'link.notACode': 'コードは K7QF-2MXD のような形です。もう一方のアカウントで /link を送って受け取り、ここで /link の後に書いてください。',
  'link.wrongCode':
    'このコードは使えません。間違っているか、使用済みか、10分を過ぎています。もう一方のアカウントで /link を送って新しいものを受け取ってください。',
  'link.lastWrongCode': '{text}1時間に受け付けるのはこれが最後です。',
  'link.tooManyAttempts': '間違ったコードの入力が多すぎます。1時間後にもう一度お試しください。',
  'link.ownCode': 'これはこの会話のコードです。追加したいアカウントで入力してください。',
  'link.noRights':
    'このアカウントはオーナーと連携していますが、オーナー権限がありません。別のアカウントと連携できるのは、オーナー権限のあるアカウントだけです。そちらを使ってください。',
  'link.rightsChanged':
    'どちらかのアカウントのオーナー権限が変わったか、オーナーと連携されたため、連携しませんでした。/link で新しいコードを取得してください。',
  'link.directOnly': 'アカウントの連携は個別チャットでのみ行えます。ダイレクトメッセージで /link を送ってください。',
  'link.exposedCode': '{text}ほかの人に見られた可能性があるため、このコードはもう使えません。新しいものを取得してください。',
  'link.movedElsewhere': 'どちらかのアカウントがほかの場所で変更されました。もう一度お試しください。',
  'link.becameUser': 'そのアカウントはたった今、独立した利用者になりました。もう一度確認してください。',
  'link.noSuchRequest': 'この申請はもう保留中ではないか、このアカウント宛てではありません。',
  'link.nothingToUndo': '取り消すものがありません。アカウントは別々か、連携から7日以上たっています。',
  'link.undoOwnerOnly':
    'オーナー権限のあるアカウントを分離できるのは、オーナー権限のあるアカウントだけです。そのアカウントを使ってください。',
  'link.entered': '{party}があなたのコードを入力しました。',
  'link.createdBy': 'このコードを作ったのは{party}です。',
  'link.isThatYou': '**あなたですか？**',
  'link.consequence': '両方のアカウントが確認すると会話がひとつになり、どちらからもすべて読めます。',
  'link.turn':
    '{final, select, yes {もう一方は確認済みです。あなたの答えで決まります。} other {確認すると、もう一方のアカウントにも尋ねます。}}',
  'link.ownership':
    '{owner, select, yes {あなたはこのボットのオーナーです。権限を共有しない限り、もう一方には渡りません。} other {もう一方はこのボットのオーナーで、決定権があります。共有されない限り、オーナー権限は得られません。}}',
  'link.deadline': '10分以内に答えてください。心当たりがなければ「いいえ」を選んでください。',
  'link.yes': 'はい、私です',
  'link.yesAsOwner': 'はい、権限も共有',
  'link.no': 'いいえ',
  'link.notMe': '私ではない',
  'link.withdraw': '取り下げる',
  'link.askedFirst': '{start}先にそちらに尋ねています。確認されたら、ここでもお尋ねします。{consequence}',
  'link.confirmedFirst': '確認しました。次は{party}に尋ねています。10分以内に確認されると連携されます。',
  'link.failedAttempt':
    '{account}が、もう使えないあなたのコードを入力しました。連携はしていません。あなたなら、/link で新しいコードを取得してください。',
  'link.noRightsAttempt': '{account}があなたのコードを入力しましたが、そのアカウントは連携できません。連携はしていません。',
  'link.exposedAttempt':
    '{account}が、ほかの人に見える場所であなたのコードを書きました。連携はせず、コードは無効になりました。/link で新しいものを取得してください。',
  'link.linked':
    '**{account} と連携しました。** これからは両方で同じ会話になり、書かれた場所で返信します。/accounts でアカウントの一覧、/unlink で切り離しができます。{undo, select, yes {7日以内なら元に戻せます。その場合、それぞれのメッセージに戻ります。} other {}}',
  'link.undone': '**連携を取り消しました。** こちら側で書いたメッセージとその返信だけの、独自の会話に戻りました。',
  'link.declined': '{account}が断りました。連携はしていません。',
  'link.youDeclined': '{account}とは連携しませんでした。心当たりがなくても、何もする必要はありません。両方が確認しない限り連携されません。',
  'link.expired': '{account}との連携の申請は10分以内に確認されませんでした。連携はしていません。',
  'link.ownerUndoNotice':
    '連携が取り消され、**{accounts}** は再び独立した利用者になりました。以前に承認されたものでも連携で得たものでも、アクセス権はそのまま残ります。',
  'link.deletionRunning': 'どちらかの会話で削除を実行中です。数分後にもう一度お試しください。',
}
