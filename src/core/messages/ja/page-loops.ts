import type { pageLoops as english } from '../en/page-loops.ts'

export const pageLoops: Readonly<Record<keyof typeof english, string>> = {
  'page.loops': 'やること',
  'page.loops.add': '何をしますか？',
  'page.loops.add-hint': '時刻を書くとリマインドします（例：金曜9時 アンに電話）',
  'page.loops.add-button': '追加',
  'page.loops.open': '未完了',
  'page.loops.closed': '最近完了したもの',
  'page.loops.none': '未完了のことはありません',
  'page.loops.none-hint': 'やることを追加するか、会話の中で話してください。',
  'page.loops.move': '日時を変更',
  'page.loops.when': '新しい日時',
  'page.loops.when-hint': '例：明日、来週の金曜9時',
  'page.loops.text': '新しい内容',
  'page.loops.save': '保存',
  'page.loops.source': 'このメッセージより',
  'page.loops.closed-by': 'このメッセージで完了',
  'page.loops.dropped': '取りやめ',
  'page.loops.was-due': '期限切れ：{when}',
  'page.loops.all': 'すべて',
  'page.loops.no-text': '何をするかを書いてください。',
  'page.loops.too-long': '長すぎます。{most, number}文字以内に短くしてください。',
}
