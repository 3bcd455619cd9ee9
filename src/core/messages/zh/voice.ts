export const voice = {
  'voice.help': '通过电话或浏览器和我通话',
  'voice.setting': 'link：关联你的电话号码；pin：设置通话时说的 PIN',
  'voice.code': '六位数字，或 off',
  'calling.help': '回答某个电话号码是否属于你',
  'voice.none': '这里没有设置通话。机器人的管理者可以按 docs/voice.md 设置。',
  'voice.directOnly': '通话只能在私聊中安排。请私信我 /voice。',
  'voice.browser': '[在浏览器中和我通话]({link})\n\n链接只能用一次，{minutes} 分钟内有效。不要分享：谁打开它，谁就以你的身份通话。',
  'voice.phone': '打电话请拨 **{number}**。`/voice link` 关联你的号码，`/voice pin` 设置让我认出你的 PIN。',
  'voice.numberCode':
    '你的代码是 **{code}**。请用要关联的电话拨打 **{number}**，并逐位说出代码。通话结束后，我会在这里问你这个号码是不是你的。\n\n代码只能用一次，10 分钟内有效。',
  'voice.noPhone': '这里没有可以拨打的号码。发送 /voice 可以在浏览器中通话。',
  'voice.pinInvalid': 'PIN 有 {length} 位数字，不能像 111111 或 123456 那样简单。请这样发送：`/voice pin 274905`。',
  'voice.pinHow':
    '设置一个 {length} 位数字的 PIN：`/voice pin 274905`。用已关联的号码打来时说出它，我就知道是你。`/voice pin off` 会删除它。',
  'voice.pinSet': 'PIN 已设置。用已关联的号码打来时，请逐位说出它。现在请删除你那条带 PIN 的消息，因为有些地方我无法删除它。',
  'voice.pinRemoved': 'PIN 已删除。你的号码打来的通话不再保存，因为没有别的办法确认是谁打来的。',
  'voice.pinExposed': '别人可能看到了这个 PIN，所以没有设置。请私信我另一个。',
  'voice.numberQuestion':
    '**{number} 是你的号码吗？** 有人在这个号码打来的通话中说出了你的代码。如果你确认，这个号码打来时我会用你的名字打招呼。涉及私人内容时还需要你的 PIN。',
  'voice.confirm': '是我的',
  'voice.decline': '不是',
  'voice.numberLinked':
    '**{number} 已关联。** {pin, select, yes {用这个号码打来时请说出你的 PIN，这样我就知道是你。} other {现在请设置一个 PIN，用这个号码打来时说出它，这样我就知道是你：发送 /voice pin 和六位数字。}}',
  'voice.numberDeclined': '{number} 没有关联。',
  'voice.numberTaken': '{number} 已关联到别人。那个人可以用 /unlink 取消关联。',
  'voice.unproven':
    '有人用关联到你的号码打来电话，但我没有听到你的 PIN。号码可以伪造，所以通话内容没有保存。下次请逐位说出你的 PIN。`/voice pin` 可以设置它。',
  'voice.unlinkQuestion': '取消关联 **{account}** 吗？这个号码打来的通话会被当作陌生人来电。已保存的通话留在这个对话中。',
  'voice.unlinkYes': '取消关联',
  'voice.unlinked': '**{account} 不再关联。** 已保存的通话留在这个对话中。',
  'voice.pageTitle': '通话',
  'voice.pageText': '链接只能用一次。通话会延续我们的对话。',
  'voice.pageCall': '开始通话',
  'voice.pageSpent': '这个链接已用过或已过期。发送 /voice 获取新的。',
  'page.call': '电话',
  'page.call.length': '{minutes, plural, =0 {{seconds, plural, other {# 秒}}} other {# 分钟}}',
  'page.accounts.unlink-number': '这个号码打来的通话会被当作陌生人来电。已保存的通话留在这个对话中。',
}
