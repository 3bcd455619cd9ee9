export const voice = {
  'voice.help': 'Falar comigo por telefone ou no navegador',
  'voice.setting': 'link: vincular seu número de telefone; pin: definir o PIN que você diz nas chamadas',
  'voice.code': 'Seis dígitos, ou off',
  'calling.help': 'Dizer se um número de telefone é seu',
  'voice.none': 'As chamadas não estão configuradas aqui. Quem administra este bot pode configurá-las: veja docs/voice.md.',
  'voice.directOnly': 'As chamadas só são combinadas em particular. Envie /voice para mim em uma mensagem direta.',
  'voice.browser':
    '[Ligar para mim no navegador]({link})\n\nO link funciona uma vez, por {minutes} minutos. Não compartilhe: quem o abrir liga como se fosse você.',
  'voice.phone':
    'Por telefone, ligue para **{number}**. `/voice link` vincula seu número, e `/voice pin` define o PIN que me permite saber que é você.',
  'voice.numberCode':
    'Seu código é **{code}**. Ligue para **{number}** do telefone que você quer vincular e diga o código dígito por dígito. Depois da chamada, pergunto aqui se o número é seu.\n\nO código funciona uma vez, por 10 minutos.',
  'voice.noPhone': 'Aqui não há um número para ligar. Envie /voice para ligar pelo navegador.',
  'voice.pinInvalid': 'Um PIN tem {length} dígitos e não é tão fácil quanto 111111 ou 123456. Envie assim: `/voice pin 274905`.',
  'voice.pinHow':
    'Defina um PIN de {length} dígitos: `/voice pin 274905`. Diga-o em uma chamada de um número vinculado, e saberei que é você. `/voice pin off` o remove.',
  'voice.pinSet':
    'Seu PIN está definido. Diga-o dígito por dígito nas chamadas de um número vinculado. Agora apague sua mensagem com o PIN, porque eu não consigo apagá-la em todo lugar.',
  'voice.pinRemoved':
    'Seu PIN foi removido. As chamadas dos seus números não são mais guardadas, porque não há outra forma de saber quem liga.',
  'voice.pinExposed': 'Outras pessoas podem ter visto esse PIN, então ele não foi definido. Envie outro para mim em uma mensagem direta.',
  'voice.numberQuestion':
    '**O {number} é seu?** Seu código foi dito em uma chamada deste número. Se você confirmar, nas chamadas deste número vou cumprimentar você pelo nome. Para tudo o que é particular, também preciso do seu PIN.',
  'voice.confirm': 'Sim, é meu',
  'voice.decline': 'Não',
  'voice.numberLinked':
    '**O {number} está vinculado.** {pin, select, yes {Diga seu PIN nas chamadas desse número, para eu saber que é você.} other {Agora defina um PIN para dizer nas chamadas desse número, para eu saber que é você: envie /voice pin e seis dígitos.}}',
  'voice.numberDeclined': 'O {number} não foi vinculado.',
  'voice.numberTaken': 'O {number} já está vinculado a outra pessoa, que pode desvinculá-lo com /unlink.',
  'voice.unproven':
    'Alguém ligou de um número vinculado a você, mas não ouvi seu PIN. Números podem ser falsificados, então não guardei nada da chamada. Na próxima vez, diga seu PIN dígito por dígito. `/voice pin` o define.',
  'voice.unlinkQuestion':
    'Desvincular **{account}**? As chamadas desse número serão tratadas como as de um desconhecido. As chamadas já guardadas ficam nesta conversa.',
  'voice.unlinkYes': 'Desvincular',
  'voice.unlinked': '**{account} não está mais vinculado.** As chamadas já guardadas ficam nesta conversa.',
  'voice.pageTitle': 'Chamada',
  'voice.pageText': 'O link funciona uma vez. A chamada continua nossa conversa.',
  'voice.pageCall': 'Iniciar a chamada',
  'voice.pageSpent': 'Este link já foi usado ou expirou. Envie /voice para receber um novo.',
  'page.call': 'Chamada telefônica',
  'page.call.length': '{minutes, plural, =0 {{seconds, plural, one {# segundo} other {# segundos}}} one {# minuto} other {# minutos}}',
  'page.accounts.unlink-number':
    'As chamadas deste número serão tratadas como as de um desconhecido. As chamadas já guardadas ficam nesta conversa.',
}
