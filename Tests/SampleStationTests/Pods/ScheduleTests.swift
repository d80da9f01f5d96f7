import Foundation
import MediaTime
import SampleStation
import Testing

@Suite("Schedules of the station", .timeLimit(.minutes(1))) struct ScheduleTests {
    private static func atStation(
        _ body: @escaping @Sendable (StationClient, StationAddresses) async throws -> Void
    ) async throws {
        try await SampleStation.withStation(Samples.configuration()) { addresses in
            try await body(StationClient(base: addresses.url), addresses)
        }
    }

    private static func table() throws -> [Pod] {
        try #require(try Samples.folder().manifest.pods).pods
    }

    @Test("give the places of the pods to the sample, as Uplynk's preplay")
    func uplynk() async throws {
        try await Self.atStation { client, addresses in
            let schedules = try #require(addresses.schedules)
            let preplay = try await client.get(schedules.uplynk).json(UplynkAnswer.self)
            #expect(preplay.playURL == addresses.withPods)
            #expect(preplay.prefix == addresses.url)
            let session = try #require(preplay.sid)
            let ping = try await client.get("/session/ping/\(session).json?v=3&pt=0&ev=start")
            #expect(ping.text == #"{"next_time":-1}"#)
            #expect(try await client.get(schedules.uplynk).json(UplynkAnswer.self).sid != session)
            let ads = try #require(preplay.ads)
            let table = try Self.table()
            #expect(ads.breaks.map(\.breakId) == ["pod-1", "pod-2", "pod-3"])
            #expect(ads.breaks.map(\.position) == ["preroll", "midroll", "midroll"])
            for (index, (pod, told)) in zip(table, ads.breaks).enumerated() {
                #expect(
                    FrameTime(Duration(clamping: told.timeOffset, to: .session)) == pod.range.start)
                let end = Duration(clamping: told.timeOffset + told.duration, to: .session)
                #expect(FrameTime(end) == pod.range.end)
                #expect(told.ads.map(\.apiFramework) == ["truex", nil, nil])
                #expect(
                    told.ads.map { Duration(clamping: $0.duration, to: .session).frameCount }
                        == pod.ads.map(\.range.count))
                #expect(ads.breakOffsets[index].timeOffset == told.timeOffset)
                let placeholder = ads.placeholderOffsets[index]
                #expect(placeholder.breaksIndex == index && placeholder.adsIndex == 0)
                #expect(
                    FrameTime(Duration(clamping: placeholder.endTime, to: .session))
                        == pod.ads[0].range.end)
            }
        }
    }

    @Test("give the same as VMAP, with the parameters in a companion or in the linear ad")
    func vmap() async throws {
        try await Self.atStation { client, addresses in
            let schedules = try #require(addresses.schedules)
            let (dai, generic) = try await (
                MarkupReader(client.get(schedules.dai).body),
                MarkupReader(client.get(schedules.vmap).body)
            )
            for document in [dai, generic] {
                #expect(
                    document.all("vmap:AdBreak").map { $0.attributes["timeOffset"] }
                        == ["start", "00:00:19.164", "00:00:35.926"])
                #expect(document.all("Ad").count == 9)
                let lengths = try Self.table().flatMap(\.ads).map {
                    String(format: "00:00:%06.3f", FrameTime(Int64($0.range.count)).seconds)
                }
                #expect(document.all("Duration").map(\.text) == lengths)
                #expect(document.all("AdSystem").count { $0.text == "trueX" } == 3)
            }
            #expect(dai.all("AdParameters").isEmpty && generic.all("Companion").isEmpty)
            let resources = dai.all("StaticResource").map(\.text)
            #expect(resources.allSatisfy { $0.contains("base64,\n") && $0.contains("\r\n") })
            let companions = try resources.map { text in
                let encoded = text.split(separator: ",", maxSplits: 1)[1]
                let data = Data(
                    base64Encoded: String(encoded), options: .ignoreUnknownCharacters)
                return try JSONDecoder().decode([String: String].self, from: #require(data))
            }
            let linear = try generic.all("AdParameters").map {
                try JSONDecoder().decode([String: String].self, from: Data($0.text.utf8))
            }
            #expect(companions.map { $0["placement_hash"] } == linear.map { $0["placement_hash"] })
            #expect(linear.count == 3)
            let address = try #require(companions[0]["vast_config_url"])
            #expect(address.hasSuffix("user_id=${user-id}&stream_id=[stream_id]&ip=%%USER_IP%%"))
        }
    }

    @Test("have every field of Uplynk's form, and no more")
    func uplynkText() async throws {
        try await Self.atStation { client, _ in
            let text = try await client.get("/schedule/uplynk.json?user_id=ben").text
                .replacing(client.base, with: "http://HOST")
            #expect(text.hasPrefix(Self.uplynkStart))
            #expect(text.contains(Self.uplynkSpot))
            #expect(text.contains(Self.uplynkPlaces))
        }
    }

    private static let uplynkStart = """
        {"ads":{"breakOffsets":[{"index":0,"timeOffset":0},{"index":1,"timeOffset":19.164},\
        {"index":2,"timeOffset":35.926}],"breaks":[{"ads":[{"adParameters":{\
        "placement_hash":"lighthouse","user_id":"ben",\
        "vast_config_url":"http://HOST/truex/config?placement_hash=lighthouse\
        &stream_position=preroll&user_id=[user_id]&stream_id=[stream_id]"},\
        "apiFramework":"truex","companions":[],"creative":"http://HOST/truex/placeholder.js",\
        "duration":2,"events":{},"extensions":[],"fw_parameters":{},"height":0,\
        "mimeType":"application/javascript","width":0},
        """

    private static let uplynkSpot = """
        {"adParameters":{},"apiFramework":null,"companions":[],"creative":"bikes",\
        "duration":3.947,"events":{},"extensions":[],"fw_parameters":{},"height":0,\
        "mimeType":"uplynk/m3u8","width":0}],"breakId":"pod-3","duration":10.446,"events":{},\
        "position":"midroll","timeOffset":35.926,"type":"linear"}],
        """

    private static let uplynkPlaces = """
        "placeholderOffsets":[{"adsIndex":0,"breaksIndex":0,"endTime":2,"startTime":0},\
        {"adsIndex":0,"breaksIndex":1,"endTime":21.164,"startTime":19.164},\
        {"adsIndex":0,"breaksIndex":2,"endTime":37.926,"startTime":35.926}]},\
        "playURL":"http://HOST/programme/with-pods.flac","prefix":"http://HOST","sid":"
        """

    @Test("lead to an ad server that answers once their macros are replaced")
    func macros() async throws {
        try await Self.atStation { client, _ in
            let preplay = try await client.get(
                "/schedule/uplynk.json?user_id=ben&aa=4&sec=7&bd=1&product=sponsored_ad_break"
            ).json(UplynkAnswer.self)
            for (pod, position) in zip(
                preplay.ads?.breaks ?? [], ["preroll", "midroll", "midroll"])
            {
                guard case .object(let parameters) = pod.ads[0].adParameters else {
                    Issue.record("the ad parameters are no object of strings")
                    continue
                }
                #expect(parameters["user_id"] == "ben")
                let template = try #require(parameters["vast_config_url"])
                #expect(template.hasSuffix("user_id=[user_id]&stream_id=[stream_id]"))
                let address = template.replacing("[user_id]", with: "ben")
                    .replacing("[stream_id]", with: "s")
                let config = try await client.get(address).json(TruexConfig.self)
                #expect(config.user.id == "ben")
                #expect(config.card.pos == position)
                #expect(config.card.product == "sponsored_ad_break")
                #expect(config.card.aa == 4 && config.card.bd == 1 && config.card.sec == "7")
            }
        }
    }

    @Test("pass faults on to the ad server, and stay intact themselves")
    func faults() async throws {
        try await Self.atStation { client, _ in
            let preplay = try await client.get("/schedule/uplynk.json?fault=500")
                .json(UplynkAnswer.self)
            guard case .object(let parameters) = preplay.ads?.breaks.first?.ads[0].adParameters
            else {
                Issue.record("the ad parameters are no object of strings")
                return
            }
            #expect(parameters["vast_config_url"]?.contains("fault=500&") ?? false)
        }
    }

    @Test("have the parameters in a string, or the ad server's answer itself, on request")
    func variants() async throws {
        try await Self.atStation { client, _ in
            let quoted = try await client.get("/schedule/uplynk.json?parameters=string")
                .json(UplynkAnswer.self)
            guard case .string(let text) = quoted.ads?.breaks[0].ads[0].adParameters else {
                Issue.record("the ad parameters are no string")
                return
            }
            let parameters = try JSONDecoder().decode([String: String].self, from: Data(text.utf8))
            #expect(parameters["placement_hash"] == "lighthouse")

            let whole = try await client.get("/schedule/uplynk.json?stage=one&user_id=ben&aa=9")
                .json(UplynkAnswer.self)
            guard case .offer(let offer) = whole.ads?.breaks[0].ads[0].adParameters else {
                Issue.record("the ad parameters are no answer of an ad server")
                return
            }
            #expect(offer.user.id == "ben")
            #expect(offer.card.pos == "preroll")
            #expect(offer.card.aa == 9)
        }
    }

    @Test("are one pod alone as VAST, and report a missing pod")
    func onePod() async throws {
        try await Self.atStation { client, _ in
            let second = try await MarkupReader(client.get("/schedule/dai.xml?pod=2").body)
            #expect(second.elements[0].name == "VAST")
            #expect(
                second.all("Ad").map { $0.attributes["id"] } == ["pod-2-1", "pod-2-2", "pod-2-3"])
            #expect(second.all("Ad").map { $0.attributes["sequence"] } == ["1", "2", "3"])
            #expect(second.elements[0].attributes == ["version": "3.0"])
            let radio = "Lighthouse Radio"
            #expect(second.all("AdSystem").map(\.text) == ["trueX", radio, radio])
            #expect(
                second.all("AdTitle").map(\.text)
                    == ["true[X]", "Two Wheels Workshop", "Skerry Line Ferries"])
            let sound = client.base + "/programme/with-pods.flac"
            #expect(
                second.all("MediaFile").map(\.text)
                    == [client.base + "/truex/placeholder.wav", sound, sound])
            #expect(
                second.all("MediaFile").map { $0.attributes["type"] }
                    == ["audio/wav", "audio/flac", "audio/flac"])
            let companion = second.all("Companion").map(\.attributes)
            #expect(companion == [["width": "960", "height": "540", "apiFramework": "truex"]])
            let idvx = try await MarkupReader(
                client.get("/schedule/vmap.xml?pod=1&placement_hash=idvx").body)
            #expect(idvx.all("AdSystem")[0].text == "IDVx")
            let none = try await client.get("/schedule/vmap.xml?pod=4")
            #expect(none.status == 404)
            #expect(none.text == #"{"error":"there is no pod 4, only 1 to 3"}"#)
            #expect(try await client.get("/schedule/vmap.xml?pod=0").status == 404)
            let wrong = try await client.get("/schedule/uplynk.json?parameters=both")
            #expect(wrong.status == 400)
            #expect(wrong.text == #"{"error":"parameters=both: it is one of object, string"}"#)
        }
    }
}
