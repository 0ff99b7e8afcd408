<?php
namespace ServiceConnector\Testing;

use Memory;
use ServiceConnector\Change_Watch;
use ServiceConnector\Changes;
use ServiceConnector\Connectivity_Check;
use ServiceConnector\Link;
use ServiceConnector\Linking;
use ServiceConnector\Webhooks;

require __DIR__ . '/../../testing/cases.php';
require __DIR__ . '/wordpress.php';
require __DIR__ . '/../service-connector/includes/load.php';

/** Options of a shop at this address. */
function shop( array $options = array() ): void {
	Memory::$options     = $options + array( 'home' => 'https://shop.example/' );
	Memory::$stored      = array();
	Memory::$autoloaded  = array();
	Memory::$cache       = array();
	Memory::$has_cache   = false;
	Memory::$environment = 'production';
}

/** Ids that the watch has collected, as a message would say them. */
function collected(): string {
	$property = new \ReflectionProperty( Change_Watch::class, 'changes' );
	if ( PHP_VERSION_ID < 80100 ) {
		$property->setAccessible( true );
	}
	$changes = $property->getValue();
	$property->setValue( null, array() );
	return array() === $changes ? '' : Changes::body( $changes[1]->rows() );
}

$ask = static function ( string $secret, string $id = 'aaaaaaaa-bbbb-4ccc-8ddd-ffffffffffff' ) {
	return Connectivity_Check::respond(
		array(
			'connection_token' => $secret,
			'connection_id'    => $id,
		)
	);
};

test(
	'the check knows a secret that another process has just stored, and remembers which connection asked',
	static function () use ( $ask ) {
		shop();
		$secret                        = str_repeat( 'a', 64 );
		Memory::$stored[ Link::ATTEMPT ] = array( 'connectivity_secret' => $secret );
		$response                      = $ask( $secret );
		same( array( 'ok', 'Europe/Berlin', 'service-connector' ), array( $response['status'], $response['time_zone'], $response['plugin']['name'] ) );
		same( array( 'name', 'version', 'platform_version', 'php_version', 'installation_id' ), array_keys( $response['plugin'] ) );
		same( 'aaaaaaaa-bbbb-4ccc-8ddd-ffffffffffff', Link::attempt()['seen'] );
	}
);

test(
	'the check refuses every other secret, also before there is one',
	static function () use ( $ask ) {
		shop();
		foreach ( array( '', 'x', str_repeat( '-', 64 ) ) as $secret ) {
			same( 401, $ask( $secret )->status );
		}
		shop( array( Link::LINK => link_of() ) );
		same( 401, $ask( str_repeat( 'l', 63 ) )->status );
		same( 'ok', $ask( str_repeat( 'l', 64 ) )['status'] );
	}
);

test(
	'a response of register is stored only for the attempt, and for the connection that the service named',
	static function () {
		$id      = 'aaaaaaaa-bbbb-4ccc-8ddd-ffffffffffff';
		$answers = array(
			array( array(), array( 'connection_id' => $id, 'widget_token' => 'sca_12345' ) ),
			array( array( Link::ATTEMPT => array( 'key_id' => 1, 'seen' => $id ) ), array( 'connection_id' => str_replace( 'a', 'b', $id ), 'widget_token' => 'sca_12345' ) ),
			array( array( Link::ATTEMPT => array( 'key_id' => 1 ) ), array( 'connection_id' => $id ) ),
			array( array( Link::ATTEMPT => array( 'key_id' => 1 ) ), array( 'connection_id' => 'x', 'widget_token' => 'sca_12345' ) ),
			array( array( Link::ATTEMPT => array( 'key_id' => 1 ) ), array( 'connection_id' => $id, 'widget_token' => "sca\r\nx: y" ) ),
		);
		foreach ( $answers as list( $options, $response ) ) {
			shop( $options );
			same( array( false, null ), array( Linking::finish( $response ), Link::get() ) );
		}
	}
);

test(
	'a response that moves another connection than the one of the link is not stored',
	static function () {
		$link = array( 'is_active' => true ) + link_of( 'https://original.example' );
		shop( array( Link::LINK => $link, Link::ATTEMPT => array( 'moves' => $link['connection_id'], 'key_id' => 2 ) ) );
		same( false, Linking::finish( array( 'id' => 'aaaaaaaa-bbbb-4ccc-8ddd-000000000000', 'status' => 'active' ) ) );
		same( $link, Link::get() );
	}
);

test(
	'a copy of the shop uses no link, delivers none of its webhooks, and leaves those of others alone',
	static function () {
		$webhook = static function ( int $id ) {
			return new class( $id ) {
				/** @var int */
				private $id;

				public function __construct( int $id ) {
					$this->id = $id;
				}
				public function get_id(): int {
					return $this->id;
				}
			};
		};
		$seen    = static function () use ( $webhook ): array {
			return array( null !== Link::usable(), Webhooks::should_deliver( true, $webhook( 5 ) ), Webhooks::should_deliver( true, $webhook( 6 ) ) );
		};
		shop( array( Link::LINK => link_of() ) );
		same( array( true, true, true ), $seen() );
		same( false, Webhooks::should_deliver( false, $webhook( 5 ) ) );
		Memory::$environment = 'staging';
		same( array( false, false, true ), $seen() );
		shop( array( Link::LINK => link_of( 'https://original.example' ) ) );
		same( array( false, false, true ), $seen() );
		shop( array( Link::LINK => array( 'has_ended' => true ) + link_of() ) );
		same( array( false, false, true ), $seen() );
		shop( array( Link::LINK => array( 'connection_id' => 'damaged' ) ) );
		same( array( false, true, true ), $seen() );
	}
);

test(
	'while WooCommerce loads the webhooks, the link answers for ours: one query less for each, and none is left for what changes them',
	static function () {
		$load = static function (): array {
			same( 20, Webhooks::spare_queries( 20 ) );
			$rows = Memory::$cache['webhooks'] ?? array();
			Webhooks::forget_spared();
			same( array(), Memory::$cache['webhooks'] ?? array() );
			return $rows;
		};
		shop();
		same( array(), $load() );
		Link::save( Link::ATTEMPT, link_of() );
		same( array(), $load() );
		Link::save( Link::LINK, link_of() );
		$row = $load()[5];
		same( array( 5, 'active', 'order.created', 'secret', 1, 3 ), array( $row['webhook_id'], $row['status'], $row['topic'], $row['secret'], $row['user_id'], $row['api_version'] ) );
		same( 'https://sync.example/api/webhooks/aaaaaaaa-bbbb-4ccc-8ddd-eeeeeeeeeeee', $row['delivery_url'] );
		Memory::$has_cache = true;
		same( array(), $load() );
		Memory::$has_cache                = false;
		Memory::$autoloaded[ Link::LINK ] = 'damaged';
		same( array(), $load() );
	}
);

test(
	'what has no webhook is collected: deletions, refunds, variations, stock, and customers changed past WooCommerce',
	static function () {
		shop();
		Change_Watch::listen();
		Memory::$users = array(
			3 => array( 'customer' ),
			4 => array( 'editor' ),
		);
		$variation     = new class() {
			public function get_parent_id(): int {
				return 20;
			}
		};
		$table         = array(
			// Hook with its arguments: message.
			array( array( 'woocommerce_delete_order', 7 ), '{"deleted":{"orders":["7"]}}' ),
			array( array( 'deleted_post', 7, new \WP_Post( 'shop_order' ) ), '{"deleted":{"orders":["7"]}}' ),
			array( array( 'deleted_post', 8, new \WP_Post( 'product' ) ), '{"deleted":{"products":["8"]}}' ),
			array( array( 'deleted_post', 9, new \WP_Post( 'product_variation', 20 ) ), '{"changed":{"products":["20"]}}' ),
			array( array( 'deleted_post', 9, new \WP_Post( 'post' ) ), '' ),
			array( array( 'woocommerce_order_refunded', 7 ), '{"changed":{"orders":["7"]}}' ),
			array( array( 'woocommerce_refund_deleted', 70, 7 ), '{"changed":{"orders":["7"]}}' ),
			array( array( 'woocommerce_update_product_variation', 9, $variation ), '{"changed":{"products":["20"]}}' ),
			array( array( 'woocommerce_variation_set_stock', $variation ), '{"changed":{"products":["20"]}}' ),
			array( array( 'profile_update', 3 ), '{"changed":{"customers":["3"]}}' ),
			array( array( 'profile_update', 4 ), '' ),
			array( array( 'updated_user_meta', 1, 3, 'billing_city' ), '{"changed":{"customers":["3"]}}' ),
			array( array( 'updated_user_meta', 1, 3, 'session_tokens' ), '' ),
			array( array( 'set_user_role', 4, 'editor', array( 'customer' ) ), '{"changed":{"customers":["4"]}}' ),
			array( array( 'set_user_role', 4, 'editor', array( 'author' ) ), '' ),
			array( array( 'deleted_user', 3 ), '{"deleted":{"customers":["3"]}}' ),
		);
		foreach ( $table as list( $call, $message ) ) {
			do_action( ...$call );
			same( array( $call[0], $message ), array( $call[0], collected() ) );
		}
		same( 1, count( Memory::$actions['shutdown'] ) );
	}
);

finish();
