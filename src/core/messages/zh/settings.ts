export const settings = {
  'start.welcome':
    '**你好！我和你保持同一段对话**，日复一日，无论你从哪里发消息。\n\n直接给我写就行。每天都有摘要，以前的消息我会帮你找：\n- “我们上周决定了什么？”\n- /summary 昨天 – 某天的摘要\n- /find 词语 – 搜索我们的对话\n- /help – 我能做的一切',
  'start.timezone': '**你在哪个时区？** 你的一天以它为准。在你选择之前，我使用 {timezone}。选一个，或直接输入：/timezone 地区/城市',
  'timezone.other': '其他……',
  'start.wrongCode': '这个设置代码不对、已用过，或已被更新的代码取代。不过和我聊天不需要代码，直接写就行。',
  'start.unusedCode':
    '这个设置代码是对的，但没有使用，因为这个账号已经有自己的对话。要让它成为所有者的账号，请在网页上或用所有者的账号发送 /link，然后在这里输入得到的代码。',
  'start.link':
    '这个链接会把这段对话与创建链接的人的对话合并，两个账号都能读到全部内容。如果是你自己用另一个账号创建的，请点“关联”或写 `/link {code}`。否则什么都不用做。',
  'start.linkButton': '关联',
  'help.text':
    '就像给一个什么都不会忘的朋友写信一样。问“我们上周决定了什么？”，我就去查。\n\n{commands}\n\n日期可以写成 2026-03-31、今天、昨天，或“上周二”这样的说法。',
  'timezone.current': '你的时区是 **{timezone}**，当地时间 {time}。要更改，请输入 /timezone 地区/城市。',
  'timezone.default': '你还没有设置时区，所以我使用 **{timezone}**，当地时间 {time}。选择你的时区，或输入 /timezone 地区/城市。',
  'timezone.set':
    '你的时区现在是 **{timezone}**，当地时间 {time}。{first, select, yes {你所有的日子，包括以前的，现在都以它为准。} other {从现在起，你的一天以它为准，以前的日子保持不变。}}',
  'timezone.unknown': '没有“{name}”这个时区。请写成“地区/城市”，例如 Asia/Shanghai 或 Europe/Paris。',
  'language.current':
    '我用**{language}**给你写，{reason, select, locale {因为你的应用是这样设置的} writing {因为你用它写} choice {因为你这样选择了} other {因为我还不知道你用什么语言}}。要更改，请输入 /language 加上语言。',
  'language.set': '现在我用**{language}**给你写，不管你用什么语言写。',
  'language.unknown': '我不知道“{name}”这种语言。请用名称或代码，例如 English、英语或 en。我自己的文字有这些语言：{languages}。',
  'digest.off': '我不发送每日摘要。随时可以用 /summary 查看。',
  'digest.on': '每天结束后，我会把当天的摘要发到这里，但 {from} 到 {until} 之间不发。',
  'digest.at': '我会在第二天 {time} 把每天的摘要发到这里。',
  'digest.change': '{setting}要更改：/digest on、/digest off，或 /digest 07:30 这样的时间。',
  'digest.turnOn': '开启',
  'digest.turnOff': '关闭',
  'digest.unknown': '“{setting}”不是可用的设置。请用 on、off，或 07:30 这样的时间。',
  'command.unknown': '没有 /{name} 这个命令。{suggestion, select, none {} other {你是指 /{suggestion} 吗？}}用 /help 查看所有命令。',
  'command.ownersOnly': '只有这个机器人的所有者才能这样做。',
  'command.noOwnerRights': '这个账号没有所有者权限，关联到所有者时没有给它权限。请用你原来作为所有者的账号。',
  'command.missing': '请这样写：{usage} – {help}。',
  'command.takesNothing': '/{name} 后面不用写内容，只写 /{name} 就行。',
  'command.notAnOption': '“{value}”不是可选项。请从 {options} 中选择。',
  'command.notADay': '我看不懂“{value}”是哪一天：请写成 YYYY-MM-DD、今天、昨天，或“上周二”“3月3日”这样的说法。',
  'command.notAMessage': '请写消息编号，例如 123 或 #123。',
  'command.notANumber': '请按显示的写编号，例如 12。',
  'command.failed': '我这边出了点问题，错误已记录。请再试一次。',
  'command.privateOnly': '这个命令我只在私聊中回答。请先给我发一条私信，然后再试。',
}
