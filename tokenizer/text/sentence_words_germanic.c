#include "tokenizer/text/sentence_language.h"

const struct sentence_language SENTENCE_LANGUAGE_ROOT = {
    .codes = "",
    .titles = "Dr Prof Mr Mrs Ms Mme Mlle Rev Gen Col Capt Lt vs cf e.g i.e",
    .numbers = "No Nr nr no art p pp Vol vol fig op ch",
    .measures = "a.m p.m",
    .others = "St Ste Ing Sr Sra ca etc al Jr Sr Inc Ltd Co Corp Bros Jan Feb Mar Apr Jun Jul Aug "
              "Sep Sept Oct Nov Dec "
              "Ph.D U.S ed eds",
    .starters = "",
};

const struct sentence_language SENTENCE_WORDS_GERMANIC[] = {
    {.codes = "en simple sco",
     .titles = "Dr Drs Mr Mrs Ms Messrs Mme Mlle Mx Prof Rev Fr Revd Hon Rt Gen Lt "
               "Col Maj Capt Cpt Sgt Cpl Pvt Cmdr Cdr Adm Brig Lieut Gov Pres Sen Rep Supt Det "
               "Insp Ald Amb Atty Msgr Mgr Pte Cllr Bp Abp e.g i.e cf viz "
               "eg ie vs v.s ca c.a approx Ven Gens Profs Lt.Col Lt.Gen Maj.Gen "
               "Wm Thos Chas Geo Jas Jos Jno Robt Saml Benj Edw Alex Fredk Ph Th Chr",
     .numbers = "No Nos no nos vol vols p pp ch chap chaps fig figs art arts sec secs eq eqs op "
                "opp cat ref refs pt pts ver v vv lib bk par para tab nr Reg para fol fols "
                "ff.no iss sect lot sig cap app item Rte Hwy Bldg Apt Ste Rm approx c circa ca "
                "Op Bd Ser ser Tel tel ext",
     .measures = "a.m p.m A.M P.M B.C A.D B.C.E C.E BC AD BCE CE ft lb lbs oz sq cu hr "
                 "hrs mins secs mph km cm mm kg yd yds gal bn mi b.c a.d ff f et.seq etc &c",
     .others = "Inc Ltd Corp Co Cos Bros LLC L.L.C LLP L.P Plc Pty Jr Sr Esq Ph.D M.D D.D.S "
               "Ph.Ds B.A M.A B.Sc M.Sc LL.B LL.M D.Phil M.B.A J.D R.N C.P.A al et.al "
               "Jan Feb Mar Apr Jun Jul Aug Sep Sept Oct Nov Dec Mon Tue Tues Wed Thu Thur "
               "Thurs Fri Ave Blvd Rd Dept Univ Assn Assoc Intl Natl Govt Dist Div Est Acad "
               "Inst Soc Mfg Tech Ed Eds ed eds trans transl rev repr ret diss incl excl esp "
               "resp orig var subsp ssp spp sp nov comb syn misc max min avg dept asst "
               "assoc perf feat ibid id op.cit loc.cit q.v s.v n.d n.b N.B P.S R.I.P "
               "A.K.A a.k.a D.C U.S U.K U.N E.U U.S.A U.S.S.R U.S.S H.M.S N.Y L.A lit Lat Gr "
               "Fr Ger Heb Skt St Ste Sts Ft Mt Ala Ariz Ark Calif Colo Conn Del Fla Ga Ill Ind "
               "Kan Kans Ky La "
               "Mass Md Mich Minn Miss Mo Mont Neb Nebr Nev Okla Ore Pa Penn Tenn Tex Va Vt "
               "Wash Wis Wisc Wyo Ont Que Alta Sask Xmas Bt Bart Kt Ret d b m r fl Éd "
               "",
     .starters =
         "The This That These Those It Its He She They We You His Her Their Our There Here In On "
         "At "
         "After Before During Since Until When While Where Although Though Because However If As "
         "By "
         "For From With Without Within Under Over Between Among Through Into Upon About Against "
         "Despite Following According Additionally Also And But Or Nor So Yet Then Thus Therefore "
         "Hence Meanwhile Moreover Furthermore Nevertheless Nonetheless Instead Similarly Later "
         "Today Now Once Only Even Both Each Every Some Many Most Several All Other Others Another "
         "Such What Which Who Why How Is Was Were Are Do Does Did Has Have Had Could Would "
         "Should Not No Yes An To Of Other One Two Three Four Five Six Perhaps Recently "
         "Originally Eventually Finally Initially Subsequently Currently Previously Soon Because "
         "Unlike Its Using Based Around Contrary Whether "
         "Nobody Nothing Everyone Everything Someone Something Neither Either",
     .counted = "war wars part chapter volume phase type class grade vitamin vitamins hepatitis "
                "group division plan series level category point section act unit"},
    {.codes = "de als bar lb nds stq pfl ksh frr",
     .habits = SENTENCE_ORDINALS | SENTENCE_CAPITAL_NOUNS,
     .titles = "Dr Dres Prof Hr Hrn Frl Fr Hl hl St Mag Ing Dipl Gen Kpt Frhr Frh Rev Mr Mrs Ms "
               "Mme Mlle Pfr Msgr Sr Br Bgm Dir Mgr dr.h.c h.c z.B d.h u.a m.a.W vgl bzw sog ca "
               "cf Bf Lt Obstlt Oblt Hptm Maj Kg kgl Kgl v.l n Sta Ste Mt Chr Joh Wilh "
               "Friedr Heinr Herm Ludw Alb Ferd",
     .numbers = "Nr Nrn No Bd Bde S s Sp Abs Art Abb Kap Abschn Ziff Tab Anm Aufl Jg Jgg H Fig "
                "Vol Ps V Z Rn Rdnr Fn lit Tel Bl Ausg Teilbd Rz Pos Str Lfg op Op KV Mt Mk Lk Joh",
     .measures = "Jh Jhs Jhd Jhdt Jahrh v.Chr n.Chr Chr Mio Mrd Tsd Std Min Sek Uhr v.u.Z u.Z",
     .others = "usw usf etc evtl ggf ggfs inkl exkl einschl insb insbes bspw allg bes ehem "
               "eigtl geb gest verh verw verst hrsg Hrsg Hg hg Hgg Ed ed Übers übers Red Bearb "
               "bearb Mitarb Mitw zzt zz zzgl abzgl zit ff f Forts gegr gen franz frz engl dt "
               "dtsch lat griech ital span russ poln tschech slow ungar niederl österr schweiz "
               "amerik europ wiss kath evang ev röm jap chin arab hebr türk schwed dän norw "
               "nördl südl östl westl Str str Pl Abt Bez Kt Kr Reg Univ Inst Ges Co Inc Ltd Corp "
               "Bros vs i.d.R i.e e.V a.D a.M a.d v.a u.ä o.g o.ä s.o s.u p.a P.S N.N k.k k.u.k "
               "Jr jr jun sen Jan Feb Mär Mrz Apr Jun Jul Aug Sep Sept Okt Nov Dez al max min "
               "mind durchschn versch unbek urspr zw gem lt vorm nachm tägl jährl mdl schriftl "
               "zul ges mask fem neutr Pl Sg Adj Subst Bhf Hbf Kfz Nachf Verl Zs Zschr Diss "
               "Habil Akad Gesch Ztg Jb Mitt Forsch Handb Wb Lex d i e z u v a o",
     .starters =
         "Der Die Das Den Dem Des Ein Eine Einen Einem Einer Eines Er Sie Es Wir Ich Man "
         "Ihr Ihre Ihren Sein Seine Seinen Seiner Seinem Im In Ins Am An Auf Aus Bei Beim "
         "Mit Nach Von Vom Vor Zu Zum Zur Für Durch Über Unter Um Ab Seit Während Wegen "
         "Trotz Als Da Dabei Dadurch Dafür Dagegen Daher Damals Damit Danach Dann Daneben "
         "Darauf Daraufhin Daraus Darin Darüber Darunter Davon Davor Dazu Denn Dennoch "
         "Deshalb Diese Dieser Dieses Diesem Diesen Dort Doch Einige Erst Etwa Ferner Gegen "
         "Heute Hier Hierbei Hierzu Hinzu Ist Jede Jeder Jedes Jedoch Jene Laut Manche "
         "Mehrere Nachdem Neben Nicht Noch Nun Nur Ob Obwohl Ohne Schließlich Schon Sehr "
         "Seitdem So Sobald Somit Sowohl Später Statt Trotzdem Und Viele Wann War Waren "
         "Warum Was Weil Weitere Weiterhin Weiters Wenn Wer Wie Wieder Wo Wobei Wurde Wurden "
         "Zudem Zuerst Zuletzt Zunächst Zwar Zwischen Außerdem Aber Aufgrund Allerdings "
         "Anschließend Auch Bereits Bis Insgesamt Kein Keine Letztlich Alle Beide Infolge "
         "Innerhalb Außerhalb Gemäß Entlang Entsprechend Hat Hatte Sind Wird Werden Dessen "
         "Deren Welche Welcher Jetzt Gleichzeitig Zugleich Meist Oft Manchmal Bekannt"},
    {.codes = "nl vls li zea fy",
     .titles = "dr drs ir ing mr mw mevr dhr prof ds Sr St Ste gen kol kapt lt hr jhr jkvr z.B "
               "d.w.z d.i m.n o.a bijv bv resp vgl cf ca i.p.v t.o.v m.b.t i.v.m zgn zog Mr Mrs "
               "Ms Dr Chr Joh Th Ph Wm",
     .numbers = "nr nrs blz p pp art afb fig hfst hst par dl vol bd nos No Nr jrg lid kol opus op "
                "tel kw",
     .measures = "v.Chr n.Chr Chr mln mld uur min sec jh e.v",
     .others = "enz etc e.d e.a al ed red uitg vert geb gest overl gem incl excl max min ong "
               "afd ver Ver Inc Ltd Co Corp Bros N.V B.V n.v b.v a.k.a jr sr jan feb mrt apr mei "
               "jun jul aug sep sept okt nov dec ma di wo do vr za zo Lat Gr Fr Eng Du mnl vnl "
               "oorspr voorm vm nm tg tgov evt eig d.m.v a.d o.l.v t.g.v t/m vs U.S",
     .starters =
         "De Het Een Dit Deze Dat Die Hij Zij Ze Wij We Ik Men Er Hier Daar In Op Aan Bij "
         "Met Na Naar Van Voor Door Over Onder Om Uit Tot Tijdens Sinds Tegen Tussen Vanaf "
         "Volgens Als Toen Daarna Daarnaast Daarom Dan Dus Echter En Maar Of Omdat Ook "
         "Hoewel Nadat Terwijl Wanneer Waar Wat Wie Hoe Waarom Niet Nog Nu Zijn Haar Hun "
         "Alle Beide Elke Enkele Sommige Veel Vele Verder Later Vervolgens Uiteindelijk "
         "Bovendien Zo Zowel Ondanks Binnen Buiten Is Was Werd Heeft Geen Al Volgende Deels"},
    {.codes = "sv",
     .titles = "dr prof hr fr frk St S:t S:ta kapten d.v.s dvs t.ex tex bl.a bla m.a.o s.k resp "
               "jfr ca Mr Mrs Ms Dr Chr Joh f.d fd e.g i.e",
     .numbers = "nr nr:o s sid kap art fig tab vol bd op avd par No Nr k p pp tel",
     .measures = "f.Kr e.Kr Kr f.v.t e.v.t milj mkr mdr kl tim min sek fvt evt kr",
     .others = "osv m.m mm m.fl mfl etc o.d od dyl fr.o.m t.o.m tom p.g.a pga i.st f f.ö "
               "t.h t.v st ev exkl inkl u.å red utg övers jr sr d.ä d.y jan feb mars apr "
               "maj jun jul aug sep sept okt nov dec Inc Ltd Co Corp al vs lat grek eng ty fra "
               "f.n fn äv el eng fig tekn",
     .starters = "Den Det De En Ett Denna Detta Dessa Han Hon Vi Jag Man I På Av Från Till Med För "
                 "Efter Under Över Vid Om När Där Här Då Efter Enligt Genom Sedan Som Så Men Och "
                 "Eller Också Även Dock Innan Mellan Mot Utan Trots Hans Hennes Deras Dess Alla "
                 "Många Flera Några Vissa Var Är Blev Inte Nu Senare Dessutom Däremot Därefter "
                 "Därför Sedan Medan Eftersom Vad Vem Hur Varför Samtidigt Idag Bland Inom Ur Åt"},
    {.codes = "no nb nn da fo",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr prof hr frk St Skt Sct kapt f.eks feks dvs d.v.s bl.a bla m.a.o s.k såk "
               "hhv jf jfr jvf ca Mr Mrs Ms Dr Chr Joh Fr e.g i.e pga p.g.a kgl pinx",
     .numbers = "nr s kap art fig tab vol bd op par § No Nr p pp tlf tel st",
     .measures = "f.Kr e.Kr f.Kr.f Kr fvt evt mio mill mia mrd kl kr f.v.t e.v.t min sek",
     .others = "osv o.s.v m.m mm m.fl mfl m.v mv etc o.l ol o.a d.å d.s d.æ d.y f f.v.t t.o.m "
               "f.o.m inkl ekskl ev evt eks red udg utg overs oversat udgivet jr sr sen jan feb "
               "mar apr jun jul aug sep sept okt nov des dec Inc Ltd Co Corp A/S al vs lat gr eng "
               "ty fr bla tidl nuv afd avd pct pst ff opr oppr egtl adr cand stud mag sml i.e mht "
               "vedr iht iflg ifm vha st",
     .starters =
         "Den Det De En Et Ei Denne Dette Disse Han Hun Vi Jeg Man I På Av Af Fra Til Med "
         "For Etter Efter Under Over Ved Om Når Da Der Her Ifølge Gjennom Gennem Siden Som "
         "Så Men Og Eller Også Dog Før Mellom Mellem Mot Mod Uten Uden Trods Hans Hennes "
         "Hendes Deres Dens Alle Mange Flere Noen Nogle Visse Var Er Ble Blev Ikke Nå Nu "
         "Senere Dessuten Desuden Derimot Deretter Derefter Derfor Mens Fordi Hva Hvad Hvem "
         "Hvor Hvordan Hvorfor Samtidig Blant Blandt Innen Inden Ut Ho Dei Eit Eg Frå Etter "
         "Ein Dei Ikkje Seinare Dette Sin Sammen Selv Selvom Hvis Dersom Både"},
    {.codes = "is",
     .habits = SENTENCE_ORDINALS,
     .titles = "dr próf sr þ.e t.d t.a.m m.a hr Dr St sbr skv u.þ.b ca svk",
     .numbers = "nr bls kap gr mynd tbl árg b bd s",
     .measures = "f.Kr e.Kr Kr kl millj þús kr mín",
     .others = "o.s.frv osfrv o.fl ofl o.þ.h f d fv þ.á.m s.s m.a.s jan feb mar apr jún júl ágú "
               "sep sept okt nóv des ritstj útg ísl ens lat",
     .starters = "Hann Hún Það Þeir Þær Þau Þetta Þessi Í Á Um Við Frá Til Með Eftir Undir Yfir En "
                 "Og Þegar Þar Hér Þá Síðan Samkvæmt Einnig Ekki Hans Hennar Þeirra Sumir Margir "
                 "Var Er Hvað Hver Hvernig Nú Árið"},
    {.codes = "af",
     .titles = "dr mnr mev mej prof ds St bv d.w.s m.a.w ca vgl Dr",
     .numbers = "nr bl p art fig hfst vol no",
     .measures = "v.C n.C v.Chr n.Chr milj vm nm",
     .others = "ens e.a o.a e.s.m asook red vert geb jan feb mrt apr jun jul aug sept okt nov des "
               "nl al",
     .starters = "Die Dit Hierdie Daardie Hy Sy Hulle Ons Ek 'n In Op Aan By Met Na Van Vir Deur "
                 "Oor Onder Om Uit Tot Tydens Sedert Volgens As Toe Daarna Dan Maar En Ook Hoewel "
                 "Terwyl Wanneer Waar Wat Wie Nie Baie Sommige Alle Later"},
    {.codes = NULL},
};
