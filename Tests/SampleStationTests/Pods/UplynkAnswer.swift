/// A preplay or a ping response as decoded by a player.
struct UplynkAnswer: Decodable {
    let playURL: String?
    let sid: String?
    let prefix: String?
    let next_time: Double?
    let ads: Ads?

    struct Ads: Decodable {
        let breakOffsets: [Offset]
        let placeholderOffsets: [PlaceholderOffset]
        let breaks: [Break]
    }

    struct Offset: Decodable {
        let index: Int
        let timeOffset: Double
    }

    struct PlaceholderOffset: Decodable {
        let breaksIndex: Int
        let adsIndex: Int
        let startTime: Double
        let endTime: Double
    }

    struct Break: Decodable {
        let breakId: String
        let position: String
        let timeOffset: Double
        let duration: Double
        let ads: [Ad]
    }

    struct Ad: Decodable {
        let apiFramework: String?
        let duration: Double
        let adParameters: Parameters

        /// Ad parameters as an object or in a string.
        enum Parameters: Decodable {
            case object([String: String])
            case string(String)
            /// The ad server's answer.
            case offer(TruexConfig)

            init(from decoder: any Decoder) throws {
                let container = try decoder.singleValueContainer()
                do {
                    self = .string(try container.decode(String.self))
                } catch DecodingError.typeMismatch {
                    do {
                        self = .object(try container.decode([String: String].self))
                    } catch DecodingError.typeMismatch {
                        self = .offer(try container.decode(TruexConfig.self))
                    }
                }
            }
        }
    }
}
