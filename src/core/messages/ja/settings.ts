export const settings = {
  'start.welcome':
    '**こんにちは！あなたとの会話をひとつに続けていきます。** 日をまたいでも、どこから書いても同じ会話です。\n\n気軽に話しかけてください。毎日のまとめを作り、以前のメッセージも探します。\n- 「先週は何を決めた？」\n- /summary 昨日 – その日のまとめ\n- /find 言葉 – 会話を検索\n- /help – できることの一覧',
  'start.timezone':
    '**タイムゾーンはどこですか？** 一日の区切りに使います。選ぶまでは {timezone} を使います。下から選ぶか、入力してください: /timezone 地域/都市',
  'timezone.other': 'その他…',
  'start.wrongCode':
    'そのセットアップコードは間違っているか、使用済みか、新しいものに置き換えられています。でも会話にコードは要りません。そのまま書いてください。',
  'start.unusedCode':
    'そのセットアップコードは正しいのですが、このアカウントにはすでに独自の会話があるため使われませんでした。オーナーのアカウントにするには、ページかオーナーのアカウントで /link を送り、表示されたコードをここに入力してください。',
  'start.link':
    'このリンクを使うと、この会話はリンクを作った人の会話とひとつになり、両方のアカウントですべて読めるようになります。自分の別のアカウントで作ったものなら「連携する」を押すか、`/link {code}` と書いてください。そうでなければ何もしないでください。',
  'start.linkButton': '連携する',
  'help.text':
    '何も忘れない友だちに話すように書いてください。「先週は何を決めた？」と聞けば、調べます。\n\n{commands}\n\n日付は 2026-03-31 の形のほか、今日、昨日、「先週の火曜日」のようにも書けます。',
  'timezone.current': 'タイムゾーンは **{timezone}** です。現地時刻は {time} です。変更するには /timezone 地域/都市 と入力してください。',
  'timezone.default':
    'タイムゾーンが未設定なので **{timezone}** を使っています。現地時刻は {time} です。下から選ぶか、/timezone 地域/都市 と入力してください。',
  'timezone.set':
    'タイムゾーンを **{timezone}** にしました。現地時刻は {time} です。{first, select, yes {過去も含めて、一日の区切りはすべてこれに合わせます。} other {これからの一日の区切りはこれに合わせます。過去の日はそのままです。}}',
  'timezone.unknown': '「{name}」というタイムゾーンはありません。Asia/Tokyo や Europe/Paris のように「地域/都市」で書いてください。',
  'language.current':
    '**{language}** で書いています。{reason, select, locale {アプリの設定に合わせています。} writing {あなたがこの言語で書いているためです。} choice {あなたが選んだためです。} other {まだ言語がわからないためです。}}変更するには /language の後に言語を書いてください。',
  'language.set': 'これからは、どの言語で書かれても **{language}** で書きます。',
  'language.unknown':
    '「{name}」という言語はわかりません。English、英語、en のように名前かコードで書いてください。案内文がある言語は次のとおりです：{languages}。',
  'digest.off': '毎日のまとめは送りません。/summary でいつでも見られます。',
  'digest.on': '一日が終わると、その日のまとめをここに送ります。ただし {from} から {until} の間は送りません。',
  'digest.at': '毎日のまとめを翌日の {time} にここへ送ります。',
  'digest.change': '{setting}変更するには /digest on、/digest off、または /digest 07:30 のように時刻を指定してください。',
  'digest.turnOn': 'オンにする',
  'digest.turnOff': 'オフにする',
  'digest.unknown': '「{setting}」は設定できません。on、off、または 07:30 のような時刻を使ってください。',
  'command.unknown':
    '/{name} というコマンドはありません。{suggestion, select, none {} other {/{suggestion} のことですか？}}一覧は /help で見られます。',
  'command.ownersOnly': 'この操作はボットのオーナーだけができます。',
  'command.noOwnerRights':
    'このアカウントにはオーナー権限がありません。権限なしでオーナーと連携されました。もともとオーナーだったアカウントを使ってください。',
  'command.missing': '次のように書いてください: {usage} – {help}',
  'command.takesNothing': '/{name} の後には何も要りません。/{name} とだけ書いてください。',
  'command.notAnOption': '「{value}」は選べません。{options} から選んでください。',
  'command.notADay': '「{value}」は日付として読めません。YYYY-MM-DD、今日、昨日、または「先週の火曜日」「3月3日」のように書いてください。',
  'command.notAMessage': '123 や #123 のように、メッセージの番号を書いてください。',
  'command.notANumber': '表示されているとおりに番号を書いてください（例: 12）。',
  'command.failed': 'こちらで問題が起きました。エラーは記録しました。もう一度お試しください。',
  'command.privateOnly': 'このコマンドには個別チャットでだけ答えます。先にダイレクトメッセージを送ってから、もう一度お試しください。',
}
