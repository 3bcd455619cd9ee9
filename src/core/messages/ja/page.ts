import type { PageMessages } from '../en/page.ts'
import { joinMessages } from '../join-messages.ts'
import { pageChannels } from './page-channels.ts'
import { pageComposer } from './page-composer.ts'
import { pageConversation } from './page-conversation.ts'
import { pageFirstVisit } from './page-first-visit.ts'
import { pageLoops } from './page-loops.ts'
import { pageSettings } from './page-settings.ts'

export const page: PageMessages = joinMessages(pageChannels, pageComposer, pageConversation, pageFirstVisit, pageLoops, pageSettings, {
  'page.skip': '{section, select, continuous {会話} other {本文}}へ移動',

  'page.sections': 'セクション',

  'page.continuous': 'チャット',

  'page.memory': '記憶',

  'page.settings': '設定',

  'page.time.now': 'たった今',

  'page.size': '{unit, select, byte {{size, plural, other {# バイト}}} kilobyte {{size, number} KB} other {{size, number} MB}}',

  'page.you': 'あなた',

  'page.signed-out.title': 'リンクからサインインしてください',
  'page.signed-out.text': 'あなた専用のサインインリンクでこのページを開いてください。',
  'page.signed-out.here': 'このマシンでは、Throughlineが起動するたびにターミナルにリンクを表示します。',
  'page.signed-out.elsewhere':
    'ほかの場所では、Telegramなどでボットに`/web`と送ってください。15分以内に一度だけ使えるリンクが返ってきます。',

  'page.sign-in.text': 'このリンクを使うと、このブラウザーで Throughline との会話にサインインします。使えるのは一度だけです。',
  'page.sign-in.again': '使えない場合は、ボットに `/web` と送ると新しいリンクが届きます。',
  'page.sign-in.button': 'サインイン',

  'page.spent.title': 'このリンクは使えません',
  'page.spent.text': 'サインインリンクは一度だけ使え、期限があります。このリンクは使用済みか、期限切れです。',
  'page.spent.new': '新しいリンクが必要なときは、ボットに`/web`と送るか、Throughlineを再起動して表示されたリンクを開いてください。',
  'page.spent.open': 'サインイン済みですか？会話を開く',

  'page.error.title': 'うまくいきませんでした',
  'page.error.back': '会話に戻る',
  'page.error.not-found': 'このページは存在しないか、アクセスする権限がありません。',
  'page.error.signed-out': 'サインインしていません。先にサインインリンクを開いてください。',
  'page.error.ours': '問題が発生しました。データは失われていません。しばらくしてからもう一度お試しください。',
  'page.error.unreadable': 'リクエストを読み取れませんでした。ページを再読み込みして、もう一度お試しください。',
  'page.error.too-long': '一度に送るには長すぎます。短くするか、分けて送ってください。',
  'page.error.media-type': 'ここではJSONとフォームだけを受け付けます。',
  'page.error.format': 'リクエストの形式が正しくありません。',
  'page.error.other-site': '別のサイトからのリクエストだったため、拒否しました。このページを直接開いて、もう一度お試しください。',
  'page.error.other-site-live': '別のサイトからの接続だったため、拒否しました。',
  'page.error.other-address': 'このページのアドレスは別にあります。WEB_PUBLIC_URLのアドレス{address}を開いてください。',
  'page.error.unknown-address':
    'このページのアドレスは別にあります。起動時に表示されたアドレスを開くか、WEB_PUBLIC_URLを設定してください。',
  'page.error.searches': '検索が多すぎます。1分間に{points, number}回までです。{seconds, plural, other {#秒後にもう一度お試しください。}}',
  'page.error.sign-ins':
    'このアドレスからのサインインが多すぎます。1分間に{points, number}回までです。{seconds, plural, other {#秒後にもう一度お試しください。}}',
  'page.error.connections':
    'このブラウザで開いているページが上限の{points, number}に達しました。いくつか閉じてください。{seconds, plural, other {#秒後にもう一度お試しください。}}',
  'page.error.date': '「{text}」は日付ではありません。2026-11-21のようにYYYY-MM-DDの形で書いてください。',
  'page.error.month': '「{text}」は月ではありません。2026-11のようにYYYY-MMの形で書いてください。',
  'page.error.date-order': '最初の日{from}が最後の日{to}より後です。入れ替えてください。',
  'page.error.timezone': 'タイムゾーンではありません。Asia/Tokyoのように「地域/都市」の形で書いてください。',
  'page.error.language': 'このページにない言語です。一覧から選んでください。',
  'page.error.messages': 'around=<message id>、before=<message id>、since=<change>のどれかを指定してください。',
  'page.error.position': 'before: 一覧にない位置です。/memory/を開いて最初から見てください。',
  'page.error.context-gone': 'この情報は最近の返信の分だけ保存されます。',
  'page.error.access-request': 'このコードの申請はありません。すでに回答済みか、1日以上前のものです。',
  'page.error.link-code': 'コードはK7QF-2MXDのような形です。別のアカウントで/linkと送ると届きます。',
  'page.error.message-empty': 'メッセージを入力してください',
  'page.error.message-length': 'メッセージは16,000文字までです。分けて送ってください',
  'page.error.query-empty': '検索する言葉を入力してください',
  'page.error.query-length': '検索は500文字までです',
  'page.error.server-address': 'バージョンを含み、パスワードを含まないアドレスが必要です（例: http://127.0.0.1:11434/v1）',
  'page.error.model-name': 'モデルの名前が必要です',
  'page.error.key': 'キーには英字、数字、記号だけを使い、空白は入れないでください',

  'page.script.lost': '接続が切れました。再接続しています…',
  'page.script.signed-out': 'サインアウトしています。続けるには新しいサインインリンクを開いてください。',
  'page.script.sending': '送信中…',
  'page.script.sent': '送信しました',
  'page.script.not-sent': '送信できませんでした。',
  'page.script.again': 'もう一度送る',
  'page.script.unreachable': 'サーバーに接続できません。',
  'page.script.failed': 'うまくいきませんでした。しばらくしてからもう一度お試しください。',
  'page.script.loading': '読み込み中…',
  'page.script.not-loaded': '読み込めませんでした。一度閉じて、もう一度開いてください。',
  'page.script.search': '検索: 「{words}」',
  'page.script.moment': 'お待ちください…',
  'page.script.rewriting': '書き直しています…',
  'page.script.still-rewriting': 'まだ作成中です。できたらここに表示されます。',
  'page.script.not-rewritten': '要約を書き直せませんでした。前の要約のままです。',
  'page.script.rewritten': '書き直しました。',
  'page.script.copied': 'コピーしました。',
  'page.script.not-copied': 'コピーできませんでした。',
})
