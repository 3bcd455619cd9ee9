import type { PageMessages } from '../en/page.ts'
import { joinMessages } from '../join-messages.ts'
import { pageChannels } from './page-channels.ts'
import { pageComposer } from './page-composer.ts'
import { pageConversation } from './page-conversation.ts'
import { pageFirstVisit } from './page-first-visit.ts'
import { pageLoops } from './page-loops.ts'
import { pageSettings } from './page-settings.ts'

export const page: PageMessages = joinMessages(pageChannels, pageComposer, pageConversation, pageFirstVisit, pageLoops, pageSettings, {
  'page.skip': '跳到{section, select, continuous {对话} other {内容}}',

  'page.sections': '栏目',

  'page.continuous': '聊天',

  'page.memory': '记忆',

  'page.settings': '设置',

  'page.time.now': '刚刚',

  'page.size': '{unit, select, byte {{size, plural, other {# 字节}}} kilobyte {{size, number} KB} other {{size, number} MB}}',

  'page.you': '你',

  'page.signed-out.title': '请用链接登录',
  'page.signed-out.text': '请用你的专属登录链接打开此页面。',
  'page.signed-out.here': '在这台机器上，Throughline 每次启动时都会在终端里显示链接。',
  'page.signed-out.elsewhere': '在其他地方，请给机器人发送 `/web`，例如在 Telegram 上。它会回复一个 15 分钟内有效、只能用一次的链接。',

  'page.sign-in.text': '此链接让你在此浏览器中登录与 Throughline 的对话。它只能用一次。',
  'page.sign-in.again': '如果链接已失效，请向机器人发送 `/web`，获取新的链接。',
  'page.sign-in.button': '登录',

  'page.spent.title': '此链接已失效',
  'page.spent.text': '登录链接只能用一次，并且会过期。这个链接已被使用或已过期。',
  'page.spent.new': '要获取新链接，请给机器人发送 `/web`，或重启 Throughline 并打开它显示的链接。',
  'page.spent.open': '已经登录？打开你的对话。',

  'page.error.title': '没有成功',
  'page.error.back': '返回对话',
  'page.error.not-found': '此页面不存在，或者你无权访问。',
  'page.error.signed-out': '你还没有登录。请先打开登录链接。',
  'page.error.ours': '出了点问题，但没有丢失任何内容。请稍后再试。',
  'page.error.unreadable': '无法读取请求。请刷新页面后重试。',
  'page.error.too-long': '内容太长，无法一次发送。请缩短，或分几次发送。',
  'page.error.media-type': '这里只接受 JSON 和表单。',
  'page.error.format': '请求的格式无效。',
  'page.error.other-site': '请求来自其他网站，已被拒绝。请直接打开此页面后重试。',
  'page.error.other-site-live': '连接来自其他网站，已被拒绝。',
  'page.error.other-address': '此页面的地址不同。请打开 WEB_PUBLIC_URL 中的地址 {address}。',
  'page.error.unknown-address': '此页面的地址不同。请打开启动时显示的地址，或设置 WEB_PUBLIC_URL。',
  'page.error.searches': '搜索太频繁：每分钟最多 {points, number} 次。{seconds, plural, other {请在 # 秒后重试。}}',
  'page.error.sign-ins': '你的地址登录尝试太频繁：每分钟最多 {points, number} 次。{seconds, plural, other {请在 # 秒后重试。}}',
  'page.error.connections': '此浏览器已打开 {points, number} 个页面，达到上限。请关闭一些。{seconds, plural, other {请在 # 秒后重试。}}',
  'page.error.date': '“{text}”不是日期。请按 YYYY-MM-DD 书写，例如 2026-11-21。',
  'page.error.month': '“{text}”不是月份。请按 YYYY-MM 书写，例如 2026-11。',
  'page.error.date-order': '第一天 {from} 晚于最后一天 {to}。请对调。',
  'page.error.timezone': '这不是时区。请按“区域/城市”书写，例如 Asia/Shanghai。',
  'page.error.language': '此页面没有这种语言。请从列表中选择。',
  'page.error.messages': '请提供以下之一：around=<message id>、before=<message id> 或 since=<change>。',
  'page.error.position': 'before：不是列表中的位置。请打开 /memory/ 从头查看。',
  'page.error.context-gone': '此信息只为最近的回复保留。',
  'page.error.access-request': '没有与此代码对应的待处理申请：它已被处理，或已超过一天。',
  'page.error.link-code': '代码的形式类似 K7QF-2MXD。请用你的另一个账号发送 /link 获取。',
  'page.error.message-empty': '请输入消息内容',
  'page.error.message-length': '一条消息最多 16,000 个字符，请分几次发送',
  'page.error.query-empty': '请输入搜索内容',
  'page.error.query-length': '搜索内容最多 500 个字符',
  'page.error.server-address': '需要包含版本且不含密码的地址，例如 http://127.0.0.1:11434/v1',
  'page.error.model-name': '需要模型名称',
  'page.error.key': '密钥只能包含字母、数字和符号，不能有空格',

  'page.script.lost': '连接已断开，正在重试…',
  'page.script.signed-out': '你已退出登录。请打开新的登录链接继续。',
  'page.script.sending': '正在发送…',
  'page.script.sent': '已发送',
  'page.script.not-sent': '发送失败。',
  'page.script.again': '重试',
  'page.script.unreachable': '无法连接服务器。',
  'page.script.failed': '没有成功。请稍后再试。',
  'page.script.loading': '正在加载…',
  'page.script.not-loaded': '无法加载。请收起后重新打开。',
  'page.script.search': '搜索：“{words}”',
  'page.script.moment': '请稍候…',
  'page.script.rewriting': '正在重写…',
  'page.script.still-rewriting': '仍在撰写，完成后会显示在这里。',
  'page.script.not-rewritten': '无法重写摘要。上一份摘要保持不变。',
  'page.script.rewritten': '已重写。',
  'page.script.copied': '已复制。',
  'page.script.not-copied': '无法复制。',
})
