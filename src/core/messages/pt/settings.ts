export const settings = {
  'start.welcome':
    '**Olá! Mantenho uma única conversa com você**, dia após dia e de onde você escrever.\n\nÉ só me escrever. Cada dia tem um resumo, e eu encontro as mensagens antigas:\n- “O que decidimos na semana passada?”\n- /summary ontem – o resumo de um dia\n- /find palavras – pesquisar na nossa conversa\n- /help – tudo o que sei fazer',
  'start.timezone':
    '**Qual é o seu fuso horário?** Seus dias começam e terminam por ele. Até você escolher, uso {timezone}. Escolha um ou digite: /timezone Região/Cidade',
  'timezone.other': 'Outro…',
  'start.wrongCode':
    'Esse código de instalação está errado, já foi usado ou foi substituído por um mais novo, mas você não precisa dele para falar comigo: é só escrever.',
  'start.unusedCode':
    'Esse código de instalação está certo, mas não foi usado, porque esta conta já tem uma conversa própria. Para torná-la do dono, envie /link na página ou pela conta do dono e digite aqui o código que receber.',
  'start.link':
    'Este link une esta conversa com a da pessoa que o criou, e as duas contas podem ler tudo. Se foi você que o criou na sua outra conta, toque em Vincular ou escreva `/link {code}`. Se não, não faça nada.',
  'start.linkButton': 'Vincular',
  'help.text':
    'Escreva para mim como para um amigo que não esquece nada. Pergunte “o que decidimos na semana passada?” e eu procuro.\n\n{commands}\n\nUm dia é uma data como 2026-03-31, hoje, ontem ou, por exemplo, terça passada.',
  'timezone.current': 'Seu fuso horário é **{timezone}**. Lá são {time}. Para mudar, digite /timezone Região/Cidade.',
  'timezone.default':
    'Você não escolheu um fuso horário, então uso **{timezone}**. Lá são {time}. Escolha o seu ou digite /timezone Região/Cidade.',
  'timezone.set':
    'Seu fuso horário agora é **{timezone}**, onde são {time}. {first, select, yes {Todos os seus dias, inclusive os passados, agora começam e terminam por ele.} other {A partir de agora, seus dias começam e terminam por ele. Os dias passados ficam como estão.}}',
  'timezone.unknown': 'Não existe o fuso horário “{name}”. Escreva como Região/Cidade, por exemplo America/Sao_Paulo ou Europe/Lisbon.',
  'language.current':
    'Escrevo para você em **{language}**, {reason, select, locale {como seu aplicativo indica} writing {porque você escreve assim} choice {como você escolheu} other {porque ainda não sei qual é o seu idioma}}. Para mudar, digite /language e um idioma.',
  'language.set': 'Agora escrevo para você em **{language}**, seja qual for o idioma que você usar.',
  'language.unknown':
    'Não conheço o idioma “{name}”. Use o nome ou o código, por exemplo English, inglês ou en. Meus próprios textos estão nestes idiomas: {languages}.',
  'digest.off': 'Não envio resumos diários. /summary mostra um a qualquer momento.',
  'digest.on': 'Envio aqui o resumo de cada dia quando ele termina, mas nunca entre {from} e {until}.',
  'digest.at': 'Envio aqui o resumo de cada dia no dia seguinte às {time}.',
  'digest.change': '{setting} Para mudar: /digest on, /digest off ou um horário como /digest 07:30.',
  'digest.turnOn': 'Ativar',
  'digest.turnOff': 'Desativar',
  'digest.unknown': '“{setting}” não é uma opção. Use on, off ou um horário como 07:30.',
  'command.unknown':
    'Não tenho o comando /{name}.{suggestion, select, none {} other { Você quis dizer /{suggestion}?}} /help lista os que tenho.',
  'command.ownersOnly': 'Só um dono deste bot pode fazer isso.',
  'command.noOwnerRights':
    'Esta conta não tem direitos de dono. Ela foi vinculada a um dono sem eles. Use a conta com que você já era dono.',
  'command.missing': 'Escreva assim: {usage} – {help}.',
  'command.takesNothing': '/{name} não leva nada depois: escreva só /{name}.',
  'command.notAnOption': '“{value}” não é uma opção. Escolha entre {options}.',
  'command.notADay': 'Não entendo “{value}” como um dia: escreva AAAA-MM-DD, hoje, ontem ou, por exemplo, terça passada ou 3 de março.',
  'command.notAMessage': 'Escreva o número de uma mensagem, como 123 ou #123.',
  'command.notANumber': 'Escreva o número como aparece, por exemplo 12.',
  'command.failed': 'Algo deu errado do meu lado. O erro foi registrado. Tente de novo.',
  'command.privateOnly': 'Só respondo a este comando em particular. Envie-me primeiro uma mensagem direta e tente de novo.',
}
