import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': '送信待ち',
  'page.script.discard': '破棄',
  'page.error.other-account': 'このブラウザーには別の人がサインインしています。ページを読み込み直してください。',
  'page.box.attach': 'ファイルを添付',
  'page.box.files': '添付ファイル',
  'page.box.drop': 'ここにファイルをドロップ',
  'page.box.files-limit': '1件のメッセージに添付できるのは{count}個、合計{size}までです。',
  'page.script.remove-file': '{name}を外す',
  'page.script.files-gone': 'ブラウザーにファイルが残っていません。もう一度添付してください。',
  'page.offline.title': '接続されていません',
  'page.offline.text': '今は接続されていません。書いたメッセージはここに残り、接続が戻ると送信されます。',
  'page.keys': 'キーボードショートカット',
  'page.keys.send': 'メッセージを送信',
  'page.keys.new-line': '改行する',
  'page.keys.commands': 'コマンドを選ぶ（入力欄が空のとき）',
  'page.keys.edit-last': '直前のメッセージを編集（入力欄が空のとき）',
  'page.keys.cancel': 'キャンセルまたは閉じる',
  'page.keys.control': 'Ctrl',
  'page.keys.shift': 'Shift',
  'page.keys.escape': 'Esc',
  'page.box.record': '音声メモを録音',
  'page.script.voice-note': '音声メモ',
  'page.script.no-microphone':
    'ブラウザーがこのページにマイクの使用を許可していません。ブラウザーの設定でこのサイトに許可し、マイクが接続されているか確認してください。',
}
