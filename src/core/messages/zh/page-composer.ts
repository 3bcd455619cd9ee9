import type { pageComposer as english } from '../en/page-composer.ts'

export const pageComposer: Readonly<Record<keyof typeof english, string>> = {
  'page.script.waiting': '等待发送',
  'page.script.discard': '放弃',
  'page.error.other-account': '此浏览器现在由另一个人登录。请重新加载页面。',
  'page.box.attach': '添加文件',
  'page.box.files': '已添加的文件',
  'page.box.drop': '将文件拖放到此处',
  'page.box.files-limit': '一条消息最多可有 {count} 个文件，总共 {size}。',
  'page.script.remove-file': '移除 {name}',
  'page.script.files-gone': '浏览器中已没有这些文件。请重新添加。',
  'page.offline.title': '未连接',
  'page.offline.text': '无法连接到服务器。服务器一有响应，此页面就会自动继续。在此之前写下的内容会保留在此浏览器中，随后发送。',
  'page.keys': '键盘快捷键',
  'page.keys.send': '发送消息',
  'page.keys.new-line': '换行',
  'page.keys.commands': '选择命令（输入框为空时）',
  'page.keys.edit-last': '编辑上一条消息（输入框为空时）',
  'page.keys.cancel': '取消或关闭',
  'page.keys.control': 'Ctrl',
  'page.keys.shift': 'Shift',
  'page.keys.escape': 'Esc',
}
