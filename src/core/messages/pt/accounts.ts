export const accounts = {
  'account.on': '{name} no {platform}',
  'account.someone': 'Alguém',
  'account.an': 'Uma conta',
  'account.party': '**{name}**{handle} no {platform}, {since, select, none {novo para mim} other {que conheço desde {since}}}',
  'accounts.line': '**{id}** · {account}, desde {day}{here, select, yes { (esta)} other {}}',
  'accounts.list': '{accounts}\n\n/link adiciona outra conta{canUnlink, select, yes {, /unlink desvincula uma} other {}}.',
  'unlink.noSuch': 'Você não tem uma conta com esse número que possa ser desvinculada. /accounts lista suas contas.',
  'unlink.onlyOne': 'Não há conta para desvincular: esta é a única, e a conversa pertence a ela.',
  'unlink.which': 'Qual?\n\n{accounts}',
  'unlink.question':
    'Desvincular **{account}**? Ela terá uma conversa própria. {canStay, select, yes {As mensagens dela e minhas respostas ficam nesta ou vão junto.} other {As mensagens dela e minhas respostas vão junto, porque as contas foram vinculadas há menos de 7 dias.}}',
  'unlink.stay': 'Desvincular, mensagens ficam',
  'unlink.move': 'Desvincular com mensagens',
  'unlink.ownerOnly': 'Só uma conta com direitos de dono pode desvincular outra que os tem. Use essa conta.',
  'unlink.mustMove': 'Estas contas foram vinculadas há menos de 7 dias, então as mensagens da outra conta vão com ela.',
  'unlink.done':
    '**{account} não está mais vinculada.** {moved, select, yes {As mensagens dela e as respostas foram junto.} other {As mensagens anteriores ficam nesta conversa.}} As novas não aparecem aqui.',
  'unlink.newConversation':
    '**Esta conta não está mais vinculada.** {moved, select, yes {As mensagens dela e as respostas vieram junto.} other {Sua próxima mensagem começa aqui uma nova conversa. As anteriores ficam na conversa à qual ela estava vinculada.}}',
  'unlink.ownerNotice':
    '**{account}** foi desvinculada e agora é independente. Ela mantém o acesso, mesmo que o tenha recebido pelo vínculo.',
  'link.code.created':
    'Seu código é **{code}**. Pela sua outra conta, escreva direto para mim: `/link {code}`. Depois as duas contas confirmam que é você.',
  'link.useLink': 'No {platform}, use [este link]({url}).',
  'link.once': 'Funciona uma vez, por 10 minutos. Não compartilhe: as duas contas terão uma só conversa, e cada uma poderá ler tudo.',
  'link.notACode': 'Um código é como K7QF-2MXD. Envie /link na sua outra conta para receber um e escreva-o aqui depois de /link.',
  'link.wrongCode':
    'Esse código não funciona: está errado, já foi usado ou tem mais de 10 minutos. Envie /link na sua outra conta para receber um novo.',
  'link.lastWrongCode': '{text} Essa foi a última tentativa que aceito em uma hora.',
  'link.tooManyAttempts': 'Você digitou códigos errados demais. Tente de novo em uma hora.',
  'link.ownCode': 'Esse código é desta conversa, na qual você já está. Digite-o na conta que quer adicionar.',
  'link.noRights':
    'Esta conta está vinculada a um dono e não tem os direitos dele. Só uma conta com direitos de dono pode ser vinculada a outra. Use essa conta.',
  'link.rightsChanged':
    'Os direitos de dono de uma dessas contas mudaram, ou ela foi vinculada a um dono, então nada foi vinculado. Peça um novo código com /link.',
  'link.directOnly': 'As contas só são vinculadas em particular. Envie /link para mim em uma mensagem direta.',
  'link.exposedCode': '{text} Outras pessoas podem ter visto esse código, então ele não funciona mais. Peça um novo.',
  'link.movedElsewhere': 'Uma dessas contas acabou de mudar em outro lugar. Tente de novo.',
  'link.becameUser': 'Essa conta acabou de se tornar independente. Confirme mais uma vez.',
  'link.noSuchRequest': 'Este pedido não está mais pendente ou não é para esta conta.',
  'link.nothingToUndo': 'Não há nada para desfazer: as contas estão separadas ou foram vinculadas há mais de 7 dias.',
  'link.undoOwnerOnly': 'Só uma conta com direitos de dono pode separar outra que os tem. Use essa conta.',
  'link.entered': '{party}, digitou seu código.',
  'link.createdBy': 'Este código foi criado por {party}.',
  'link.isThatYou': '**É você?**',
  'link.consequence': 'Se as duas contas confirmarem, elas compartilham uma só conversa, e cada uma pode ler tudo.',
  'link.turn':
    '{final, select, yes {A outra conta confirmou, então sua resposta decide.} other {Se você confirmar, pergunto também à outra conta.}}',
  'link.ownership':
    '{owner, select, yes {Você é dono deste bot. A outra conta não recebe esses direitos, a menos que você os compartilhe.} other {A outra conta é dona deste bot. Ela decide, e você não recebe esses direitos a menos que ela os compartilhe.}}',
  'link.deadline': 'Você tem 10 minutos. Se não for você, escolha Não.',
  'link.yes': 'Sim, sou eu',
  'link.yesAsOwner': 'Sim, com meus direitos',
  'link.no': 'Não',
  'link.notMe': 'Não sou eu',
  'link.withdraw': 'Retirar',
  'link.askedFirst': '{start} Perguntei lá primeiro. Quando for confirmado lá, pergunto também a você aqui. {consequence}',
  'link.confirmedFirst': 'Confirmado. Agora perguntei a {party}. As contas ficam vinculadas quando for confirmado lá, em até 10 minutos.',
  'link.failedAttempt':
    '{account} digitou um código seu que não funciona mais. Nada foi vinculado. Se foi você, peça um novo código com /link.',
  'link.noRightsAttempt': '{account} digitou seu código, mas essa conta não pode ser vinculada a outra. Nada foi vinculado.',
  'link.exposedAttempt':
    '{account} publicou seu código onde outros podem ler. Nada foi vinculado, e o código não funciona mais. Peça um novo com /link.',
  'link.linked':
    '**Vinculada com {account}.** A partir de agora você tem uma só conversa nas duas, e respondo onde você perguntar. /accounts lista suas contas, e /unlink desvincula uma.{undo, select, yes { Você pode desfazer por 7 dias: cada uma volta a ter suas próprias mensagens.} other {}}',
  'link.undone':
    '**O vínculo foi desfeito.** Você tem de novo sua própria conversa, com as mensagens que escreveu deste lado e as respostas.',
  'link.declined': '{account} recusou. Nada foi vinculado.',
  'link.youDeclined':
    '{account} não foi vinculada. Se você não sabe quem é, não precisa fazer nada: nada é vinculado sem a confirmação dos dois lados.',
  'link.expired': 'O pedido para vincular {account} não foi confirmado em 10 minutos. Nada foi vinculado.',
  'link.ownerUndoNotice':
    '**{accounts}** voltou a ser independente, porque um vínculo foi desfeito. Ela mantém o acesso, aprovado antes ou recebido pelo vínculo.',
  'link.deletionRunning': 'Algo está sendo apagado em uma dessas conversas. Tente de novo em alguns minutos.',
}
