#include "tokenizer/text/sentence_language.h"

const struct sentence_language SENTENCE_WORDS_SLAVIC[] = {
    {.codes = "pl szl csb",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr prof hab mgr inż lek ks bp abp kard św śś płk ppłk mjr kpt ppor gen adm kmdr "
               "sierż plut "
               "bł mec prez np tzw tzn m.in wg zob ok ca cf vs tj m.st Mr Mrs Ms Dr St",
     .numbers =
         "nr nry str s ss t vol art rys tab rozdz cz par ust pkt poz zesz z wyd ks l dz.U Dz.U "
         "op fig tel No kol sygn ul",
     .measures =
         "r rr w ww n.e p.n.e w.n.e tys mln mld zł gr godz min sek h km m ha szt proc gm woj "
         "pow m.n.p.m n.p.m",
     .others =
         "o oo s ss p pp red por dyr im al cyt arch zm ur "
         "itp itd etc i.in in inn m tj al ed red oprac tłum przekł wyd przyp aut pol ang niem "
         "łac gr fr wł ros hiszp czes czesk słow ukr biał lit węg jap chiń tur arab hebr jid "
         "pot dosł pow woj gm os pl pw ul lp l.p cd c.d br b.r ub ww jw jr sr sen jun st mł "
         "stycz lut mar kwiet czerw lip sierp wrz paźdz grud Inc Ltd Corp Co Bros "
         "S.A Sp z.o.o kat rzym.kat gr.kat prot ewang egz ilustr sygn ryc maks zach "
         "wsch płn płd śr środk pn pd daw obec",
     .starters =
         "W We Na Z Ze Do Od Po Przed Przy Przez Pod Nad Dla Za O U Bez Między Podczas Według "
         "Wśród Obok Poza Oprócz Mimo Wraz Jego Jej Ich Jest Był Była Było Byli Były On Ona "
         "Ono Oni One To Ten Ta Te Ci Tego Tej Tym Tych Jako Gdy Kiedy Jeśli Jeżeli Choć "
         "Chociaż Ponieważ Gdyż Ale Lecz Jednak I A Oraz Albo Lub Też Także Również Ponadto "
         "Następnie Potem Wtedy Obecnie Dziś Teraz Później Wcześniej Tam Tu Tutaj Tak Nie "
         "Już Jeszcze Tylko Każdy Każda Każde Wiele Wielu Kilka Kilku Niektóre Niektórzy "
         "Wszystkie Wszyscy Inne Inni Oba Obie Część Większość Został Została Zostało Od "
         "Zmarł Urodził Co Kto Gdzie Jak Dlaczego Czy Ze Początkowo Ostatecznie Dzięki "
         "Zgodnie Dlatego Zatem Stąd Natomiast Istnieje Istnieją Ku"},
    {.codes = "cs",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr prof doc ing mgr bc mudr judr phdr rndr mvdr thdr paedr arch p sl sv gen plk "
               "pplk mjr kpt npor por rtm Ing Mgr MUDr JUDr PhDr RNDr MVDr ThDr PaedDr Bc tzv např "
               "t.j tj tzn mj m.j cca ca cf vs srov Mr Mrs Ms Dr St kard",
     .numbers = "č čís str s sv roč obr tab kap čl odst písm par vyd fol f op sb No tel §",
     .measures = "n.l př.n.l př.Kr po.Kr l Kr tis mil mld Kč hod min sek h km m st stol",
     .others =
         "atd apod aj a.j etc al ed red překl vyd nakl pozn zejm popř příp resp zvl kupř ev "
         "event angl něm lat řec franc fr it pol rus šp slov slovin maď chorv tur arab hebr jap "
         "čín nar zem roz ovd dř býv tř nám ul okr obv jr sr ml st led ún břez dub květ "
         "červ srp zář říj pros Inc Ltd Corp Co Bros a.s s.r.o o.p.s spol v.o.s o.s hl odd "
         "inv max min přibl pl mn č.j",
     .starters =
         "V Ve Na Z Ze Do Od Po Před Při Pro Pod Nad Za O U Bez Mezi Během Podle Kromě Vedle "
         "Díky Jeho Její Jejich Je Byl Byla Bylo Byli Byly Jsou On Ona Ono Oni To Ten Ta Tato "
         "Tento Toto Tyto Tito Tím Tak Jako Když Pokud Jestliže Ačkoli Protože Ale Avšak Však "
         "I A Nebo Také Též Rovněž Navíc Poté Potom Pak Tehdy Dnes Nyní Později Zde Tam Ne "
         "Již Už Ještě Jen Pouze Každý Každá Mnoho Několik Některé Někteří Všechny Všichni "
         "Ostatní Oba Obě Část Většina Co Kdo Kde Jak Proč Od Roku Zemřel Narodil Dále Proto "
         "Kvůli Přestože Zatímco S Se K Ke Nachází"},
    {.codes = "sk",
     .habits = SENTENCE_ORDINALS,
     .titles =
         "dr prof doc ing mgr bc mudr judr phdr rndr arch p sl sv gen plk pplk mjr kpt npor Ing "
         "Mgr MUDr JUDr PhDr RNDr Bc tzv napr t.j tj tzn cca ca cf vs porov kard Mr Mrs Ms Dr",
     .numbers = "č čís str s zv roč obr tab kap čl ods písm par vyd fol op No tel §",
     .measures = "n.l pred.n.l pred.Kr po.Kr l Kr tis mil mld Sk hod min sek h km m st stor",
     .others =
         "atď a.i a.pod apod etc al ed red prekl vyd pozn resp príp angl nem lat gréc "
         "franc fr tal poľ rus šp čes maď jan feb mar apr máj jún júl aug sept okt nov dec Inc "
         "Ltd Corp Co a.s s.r.o spol jr sr ml st nám ul okr býv zač kon pol pr max min",
     .starters =
         "V Vo Na Z Zo Do Od Po Pred Pri Pre Pod Nad Za O U Bez Medzi Počas Podľa Okrem Vďaka "
         "Jeho Jej Ich Je Bol Bola Bolo Boli Sú On Ona Ono Oni To Ten Tá Táto Tento Toto Tieto "
         "Tak Ako Keď Ak Hoci Pretože Ale Však I A Alebo Tiež Taktiež Navyše Potom Vtedy Dnes "
         "Teraz Neskôr Tu Tam Nie Už Ešte Len Iba Každý Veľa Niekoľko Niektoré Všetky Všetci "
         "Ostatné Oba Obe Časť Väčšina Čo Kto Kde Prečo Roku Zomrel Narodil Ďalej Preto S So "
         "K Ku Nachádza"},
    {.codes = "ru",
     .titles = "проф акад доц канд д-р г-н г-жа гг-да св свв прп т.н т.е т.наз напр Св Мн Мр",
     .numbers = "№ стр с сс т тт гл рис табл ст п пп ч кн вып л лл № § кв корп оф тел илл ил оп "
                "ор.№ вып сб",
     .measures = "г гг в вв н.э до.н.э э руб коп тыс млн млрд трлн мин сек ч час км м см кг га "
                 "чел экз м.н.у.м л.с кв.км куб.м р долл ок р.х Р.Х",
     .others =
         "им ген полк подп кап лейт адм инж арх о оо см ср ул пл просп пр-т пер наб бул ш "
         "пос дер д с сел ст о-в п-ов оз р гор гос ок прим Им "
         "др пр т.д т.п т.к т.ч и.о и.о.с в.т.ч etc al ed ред сост пер отв сокр букв "
         "англ нем фр франц лат греч итал исп польск чеш укр белор болг серб венг рум тур араб "
         "перс евр ивр идиш яп кит кор груз арм азерб казах тат баш фин швед норв дат голл нид "
         "порт лит латыш эст санскр древнегреч др.-греч древнерусск церк.-слав устар разг перен "
         "янв февр фев мар апр июн июл авг сент сен окт нояб ноя дек пн вт ср чт пт сб вс млад "
         "мл ст Inc Ltd Corp Co Bros обл респ р-н окр р-на кол-во гос соц хим физ биол мед "
         "техн лингв муз воен мор ж муж жен ед мн ч совр бывш изд-во изд дисс авт доп "
         "испр библиогр указ соч ibid сев юж вост зап макс мин средн ум род урожд",
     .starters =
         "В Во На С Со Из Изо К Ко От До По При Про Под Над За О Об У Без Между Среди Через "
         "После Перед Для Около Кроме Вместо Согласно Благодаря Несмотря Во Его Её Ее Их Он "
         "Она Оно Они Мы Я Вы Это Этот Эта Эти Этого Этой Тот Та То Те Там Тут Здесь Так Такой "
         "Такая Такие Также Тогда Затем Потом Поэтому Однако Но А И Или Либо Если Когда Как "
         "Хотя Чтобы Что Кто Где Почему Который Которая Был Была Было Были Есть Не Ни Уже Ещё "
         "Еще Только Лишь Каждый Каждая Многие Некоторые Несколько Все Всё Вся Весь Другие "
         "Другой Оба Обе Часть Большинство Ныне Сейчас Сегодня Позже Впоследствии Кроме "
         "Вскоре Впервые Одним Одна Один Первый Первая Первые Второй Родился Родилась Умер "
         "Умерла Окончил Являлся Является Имеет Стал Вместе Именно Поскольку Ввиду "
         "Например Итак Наконец Вследствие Более Наиболее Существует Помимо Внутри Летом"},
    {.codes = "uk rue",
     .titles = "проф акад доц канд д-р св т.зв т.з напр Св м-р",
     .numbers = "№ стор с сс т тт гл рис табл ст п пп ч кн вип арк буд кв корп тел іл оп спр ф",
     .measures = "р рр ст н.е до.н.е е грн коп тис млн млрд хв сек год км м см кг га р.н р.х "
                 "Р.Х крб",
     .others =
         "ім ген полк підп кап лейт адм інж арх о див пор вул пл просп пров бул наб смт с м хут "
         "о-в оз прибл бл "
         "ін та.ін і.т.д т.д т.п т.п і.о al ed etc ред упоряд пер відп скор букв англ нім фр "
         "франц лат грец гр італ ісп пол польськ чес рос біл болг серб угор рум тур тат араб "
         "перс євр ідиш яп кит лит груз вірм давньогр дав.-гр розм заст січ лют берез бер квіт "
         "трав черв лип серп вер жовт лист груд пн вт ср чт пт сб нд мол ст Inc Ltd Corp Co "
         "обл респ р-н рай окр держ совр суч кол вид вид-во дис авт доп випр півн півд "
         "сх зах макс мін нар пом ум заг бібліогр",
     .starters =
         "В У Во На З Зі Із До Від По При Про Під Над За О Об Без Між Серед Через Після Перед "
         "Для Біля Крім Окрім Замість Згідно Завдяки Незважаючи Його Її Їх Їхній Він Вона Воно "
         "Вони Ми Я Ви Це Цей Ця Ці Цього Той Та Те Ті Там Тут Так Такий Така Такі Також Тоді "
         "Потім Тому Однак Проте Але А І Й Або Чи Якщо Коли Як Хоча Щоб Що Хто Де Чому Який "
         "Яка Був Була Було Були Є Не Ні Вже Ще Тільки Лише Кожен Кожна Багато Деякі Кілька "
         "Декілька Усі Всі Все Весь Інші Інший Обидва Частина Більшість Нині Зараз Сьогодні "
         "Пізніше Згодом Незабаром Вперше Один Одна Одним Перший Перша Перші Другий Народився "
         "Народилася Помер Померла Закінчив Має Став Разом Саме Оскільки Зокрема Наприклад "
         "Отже Нарешті Внаслідок Більш Існує Протягом Навколо Упродовж Станом"},
    {.codes = "be be-tarask",
     .titles = "праф акад дац д-р св ген палк інж т.зв напр гл вул пл прасп в р м с",
     .numbers = "№ стар с т гл мал табл арт п ч кн вып",
     .measures = "г гг ст стст н.э да.н.э э руб кап тыс млн млрд хв гадз км м",
     .others =
         "інш і.г.д г.д т.п і.т.д ред уклад пер англ ням фр лац грэч іт ісп польск рус укр літ "
         "вобл рэсп р-н студз лют сак крас трав чэрв ліп жн вер кастр ліст снеж",
     .starters =
         "У Ў На З Са Да Ад Па Пры Пра Пад Над За Аб Без Між Сярод Праз Пасля Перад Для Каля "
         "Акрамя Згодна Яго Яе Іх Ён Яна Яно Яны Гэта Гэты Гэтая Гэтыя Той Тая Там Тут Так "
         "Таксама Тады Потым Таму Аднак Але А І Або Калі Як Хоць Што Хто Дзе Быў Была Было "
         "Былі Не Ужо Яшчэ Толькі Кожны Многія Некаторыя Усе Іншыя Цяпер Сёння Пазней"},
    {.codes = "bg mk",
     .titles = "проф акад доц д-р инж арх г-н г-жа г-ца св ген полк подп кап лейт адм о т.нар "
               "т.е напр вж срв ул пл бул кв с гр о-в ок прибл им вк",
     .numbers = "№ стр с т гл фиг табл чл ал кн бр ч стб тел обр сн",
     .measures = "г гг в вв н.е пр.н.е пр.Хр сл.Хр Хр хил млн млрд лв ст ч мин сек км м год",
     .others =
         "др и.др т.н т.нат и.т.н и.пр пр al ed etc ред съст прев англ нем фр лат гр итал исп "
         "рус срб сръб тур рум унг пол хърв ян яну февр фев апр авг септ сеп окт ноем ное дек "
         "обл общ Inc Ltd Corp Co АД ЕООД ст мл изд библ букв сев юж изт зап макс мин бел",
     .starters =
         "В Във На С Със Из От До По При Под Над За О Без Между Сред През След Преди Около "
         "Освен Според Благодарение Въпреки Неговата Неговият Нейната Той Тя То Те Ние Аз Вие "
         "Това Този Тази Тези Онзи Там Тук Така Такъв Такава Също Тогава После Затова Обаче Но "
         "А И Или Ако Когато Как Като Макар Какво Кой Къде Защо Който Която Е Са Бил Била Било "
         "Били Не Няма Има Вече Още Само Всеки Всяка Много Някои Няколко Всички Други Друг "
         "Двамата Част Повечето Днес Сега По-късно Скоро Един Една Едно Първият Първата Роден "
         "Родена Умира Завършва Става Заедно Именно Тъй Например Накрая Вследствие Във Неговите "
         "Во Од Со Кај Тој Таа Тоа Тие Овој Оваа Ова Овие Исто Потоа Меѓутоа Кога Каде Дел"},
    {.codes = "hr sr sh bs cnr",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr prof mr ing dipl sv gosp gđa gđica o gen puk boj kap npr tzv tj t.j usp "
               "vid ul mons др проф мр инж дипл св госп гђа ген пук кап нпр тзв тј усп вид ул",
     .numbers = "br str s sv sl tab čl st gl knj vol op t tel бр стр с св сл таб чл гл књ",
     .measures = "g god n.e pr.n.e p.n.e pr.Kr po.Kr Kr st tis mil mlrd h min sek km г год "
                 "н.е пр.н.е п.н.е хиљ мил млрд",
     .others =
         "itd i.dr dr sl i.sl etc al ed ur prev izd engl njem lat grč franc tal rus mađ tur sij "
         "velj ožu tra svi lip srp kol ruj lis stu pro jan feb mar apr jun jul avg sep okt nov "
         "dec Inc Ltd Corp Co d.o.o d.d ml st итд и.др др сл ур прев изд енгл нем лат грч франц "
         "итал рус мађ тур јан феб мар апр јун јул авг сеп септ окт нов дец",
     .starters =
         "U Na S Sa Iz Od Do Po Pri Pod Nad Za O Bez Između Među Kroz Nakon Poslije Posle "
         "Prije Pre Oko Osim Prema Zahvaljujući Unatoč Uprkos Njegov Njegova Njezina On Ona "
         "Ono Oni To Taj Ta Ovaj Ova Ovo Ovi Ove Tamo Tu Tako Također Takođe Tada Zatim Stoga "
         "Zato Međutim No Ali A I Ili Ako Kad Kada Kako Kao Iako Što Tko Ko Gdje Gde Zašto Je "
         "Bio Bila Bilo Bili Nije Već Još Samo Svaki Mnogi Neki Nekoliko Svi Drugi Danas Sada "
         "Kasnije Jedan Jedna Jedno Prvi Prva Rođen Umro Dio Deo Većina Zbog Dok Budući Pošto "
         "У На С Са Из Од До По При Под Над За О Без Између Међу Кроз Након После Пре Око Осим "
         "Према Његов Његова Он Она Оно Они То Тај Та Овај Ова Ово Ови Тамо Ту Тако Такође "
         "Тада Затим Зато Међутим Али А И Или Ако Када Како Као Иако Што Ко Где Је Био Била "
         "Било Били Није Већ Још Само Сваки Многи Неки Сви Данас Касније Један Прва Део"},
    {.codes = "sl",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr prof mag ing dipl inž sv g ga gdč gen polk npr t.i tj t.j oz ok gl prim ul",
     .numbers = "št str s zv sl tab čl pogl knj op t tel",
     .measures = "l n.št pr.n.št pr.Kr po.Kr Kr st stol tis mio mrd h min sek km",
     .others =
         "itd ipd idr etc al ed ur prev izd ang nem lat gr fr it rus madž jan feb mar apr maj "
         "jun jul avg sep sept okt nov dec Inc Ltd Corp Co d.o.o d.d ml st roj",
     .starters =
         "V Na S Z Iz Od Do Po Pri Pod Nad Za O Brez Med Skozi Pred Okoli Poleg Glede Njegov "
         "Njegova On Ona Ono Oni To Ta Te Ti Tam Tu Tako Tudi Takrat Nato Zato Vendar Toda Pa "
         "In Ali Če Ko Kako Kot Čeprav Kaj Kdo Kje Je Bil Bila Bilo Bili Ni Že Še Samo Vsak "
         "Mnogi Nekateri Vsi Drugi Danes Zdaj Kasneje Pozneje Eden Ena Prvi Prva Del Leta Zaradi"},
    {.codes = NULL},
};
