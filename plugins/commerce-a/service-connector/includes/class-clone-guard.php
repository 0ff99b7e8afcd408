<?php
/**
 * Tells a shop from its copy: no WordPress in here.
 *
 * @package ServiceConnector
 */

namespace ServiceConnector;

/**
 * A copied shop has the secrets of the original. It must neither send, disconnect nor double.
 */
final class Clone_Guard {

	/**
	 * `copied`: the address is another one than at linking. `staging`: the environment is not production, and was another one at linking.
	 * Empty: this is the shop that was linked.
	 *
	 * @param string $linked_address     At linking.
	 * @param string $linked_environment At linking, as wp_get_environment_type() names it.
	 * @param string $address            Now.
	 * @param string $environment        Now.
	 */
	public static function verdict( string $linked_address, string $linked_environment, string $address, string $environment ): string {
		if ( ! Shop_Address::same( $linked_address, $address ) ) {
			return 'copied';
		}
		return 'production' !== $environment && $environment !== $linked_environment ? 'staging' : '';
	}
}
