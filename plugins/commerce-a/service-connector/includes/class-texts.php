<?php
/**
 * What the page's script says.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * Reasons in an owner's words, by the name that the service, or the script's own look at the shop, gives them.
 */
final class Texts {

	/**
	 * @return string[] By reason. `%s` is an address.
	 */
	public static function reasons(): array {
		return array(
			'redirected'       => __( 'Your shop sends visitors on to another address: %s. Enter that address under Settings → General and try again.', 'service-connector' ),
			'tls'              => __( 'Your shop has no valid certificate for https. Ask your host to renew it, then try again.', 'service-connector' ),
			'unreachable'      => __( 'Your shop does not respond at its own address. Check the address under Settings → General, and that the shop is open to the internet.', 'service-connector' ),
			'not_found'        => __( 'The shop’s interface (/wp-json/) is not at its address. Open Settings → Permalinks, choose “Post name”, save, and try again.', 'service-connector' ),
			'not_this_platform' => __( 'Another page responds where the shop’s interface should be. Switch off “coming soon” and maintenance pages, and pages that ask visitors for a password.', 'service-connector' ),
			'other_platform'   => __( 'This token was made for a shop of another platform. Generate one for this kind of shop.', 'service-connector' ),
			'refused'          => __( 'A security plugin or your host refuses requests to the shop’s interface (/wp-json/). Allow the path /wp-json/service-connector/ and /wp-json/wc/, then try again.', 'service-connector' ),
			'slow'             => __( 'Your shop took too long to respond. Try again in a minute. If it stays so, ask your host whether the shop may answer several requests at the same time.', 'service-connector' ),
			'other'            => __( 'The service could not reach your shop, although your browser can. A firewall, a security plugin or a protection against bots may stop it: allow requests to /wp-json/, then try again.', 'service-connector' ),
			'private'          => __( 'This address is known on your own computer or network only, so the service cannot reach the shop. Link the shop once it is online.', 'service-connector' ),
			'permalinks'       => __( 'Your shop uses plain permalinks. Open Settings → Permalinks, choose “Post name”, save, and try again.', 'service-connector' ),
			'other_address'    => __( 'Your shop calls itself by another address than the one it responds at. Check both addresses under Settings → General.', 'service-connector' ),
			'no_service'       => __( 'Enter the address of the service first.', 'service-connector' ),
			'no_key'           => __( 'WooCommerce could not store a key for the service. Check that WooCommerce’s database is up to date.', 'service-connector' ),
			'https'            => __( 'The service accepts shops with https only. Ask your host for a certificate, enter the https address under Settings → General, and try again.', 'service-connector' ),
			'invalid_token'    => __( 'This token is not valid any more: it works once, and for one hour. Generate a new one and paste it here.', 'service-connector' ),
			'busy'             => __( 'The service has too much to do. Wait a minute and try again.', 'service-connector' ),
			'service_away'     => __( 'The service does not respond. Check its address, or try again later. Nothing was changed.', 'service-connector' ),
			'not_stored'       => __( 'The shop could not store the link. Reload this page and try again.', 'service-connector' ),
			'gone'             => __( 'The service does not know this link any more, or it was replaced. Choose “Link as a new shop”.', 'service-connector' ),
			'linked_twice'     => __( 'The connected company has linked a shop at this address already. Remove that link there first, or choose “Link as a new shop”.', 'service-connector' ),
			'signed_out'       => __( 'You have been signed out. Reload this page.', 'service-connector' ),
		);
	}

	/**
	 * @return string[] By what the script needs them for.
	 */
	public static function words(): array {
		return array(
			'looking'      => __( 'Looking at your shop from outside …', 'service-connector' ),
			'linking'      => __( 'Linking. This takes a few seconds …', 'service-connector' ),
			'copied'       => __( 'Copied', 'service-connector' ),
			/* translators: %s: a number of minutes. */
			'minutes'      => __( 'Valid for %s more minutes', 'service-connector' ),
			'last_minute'  => __( 'Valid for less than a minute', 'service-connector' ),
			'expired'      => __( 'This token has expired. Get a new one.', 'service-connector' ),
			'active'       => __( 'Connected', 'service-connector' ),
			'pending'      => __( 'Waiting for the other system', 'service-connector' ),
			'error'        => __( 'Needs your attention', 'service-connector' ),
			'disconnected' => __( 'Disconnected', 'service-connector' ),
			'inactive'     => __( 'Replaced by a newer link', 'service-connector' ),
			'unknown'      => __( 'The service does not respond', 'service-connector' ),
			'syncing'      => __( 'Syncing now', 'service-connector' ),
			/* translators: %s: date and time. */
			'synced'       => __( 'Last synced %s', 'service-connector' ),
			'never_synced' => __( 'Not synced yet', 'service-connector' ),
			/* translators: %s: a number. */
			'webhooks'     => __( 'The shop reports changes at once (%s webhooks).', 'service-connector' ),
			/* translators: %s: a number. */
			'waiting'      => __( 'Changes that wait until the service takes them: %s', 'service-connector' ),
			/* translators: %s: a number. */
			'erasures'     => __( 'Erasures of personal data that wait for the service: %s', 'service-connector' ),
			'revoked'      => __( 'The service’s key was deleted or restricted under WooCommerce → Settings → Advanced → REST API. Disconnect and remove the shop below, and link it again.', 'service-connector' ),
			'no_owner'     => __( 'No user may manage WooCommerce any more, so the service cannot read the shop. Give an administrator that right.', 'service-connector' ),
			'dropped'      => __( 'The service did not accept some reports of changes. The next sync brings what they were about. If this stays, update the plugin.', 'service-connector' ),
			'not_accepted' => __( 'The service refuses this shop’s reports of changes. Disconnect and remove the shop below, and link it again.', 'service-connector' ),
			'sure_new'     => __( 'Link this copy as a shop of its own? The original keeps its link.', 'service-connector' ),
			'sure_moved'   => __( 'Has the shop moved here? Its link moves with it, and the shop at the old address loses it.', 'service-connector' ),
		);
	}
}
