/// The ad server's answer as decoded by a player.
struct TruexConfig: Decodable {
    let tag_type: String
    let user: User
    let ads: [Ad]
    let card_configurations: [Card]
    let card_creative_args: [String: Bool]

    struct User: Decodable {
        let id: String
    }

    struct Ad: Decodable {
        let id: Int
        let campaign_id: Int
        let name: String
        let session_id: String
        let window_url: String
        let service_url: String
        let service_params: String
        let idvx: Bool
    }

    struct Card: Decodable {
        let pos: String
        let product: String
        let aa: Int
        let bd: Int
        let sec: String
        let vo: [String]
        let bg: String
        let sk: String
        let ib: String
        let wb: String
        let ct: String
    }

    var ad: Ad { ads[0] }
    var card: Card { card_configurations[0] }
}
