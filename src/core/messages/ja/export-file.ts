export const exportFile = {
  'exportFile.title': '{name}さんの会話',
  'exportFile.settings': '- タイムゾーン: {timezone}\n- 言語: {language}\n- 毎日のまとめ: {digest}',
  'exportFile.summary': 'この日のまとめ',
  'exportFile.messages': 'メッセージ',
  'exportFile.memories': '記憶',
  'exportFile.quoted': '他の人による引用',
  'exportFile.you': 'あなた',
  'exportFile.deleted': '削除済み',
  'exportFile.file': 'ファイル: {name}',
  'exportFile.reference': '{kind, select, reply {返信} quote {引用} forward {転送} other {スレッド}}',
  'exportFile.archived': 'アーカイブ済み',
}
